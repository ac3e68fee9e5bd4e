import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { useCan, useReloadSession, useSession } from '../../api/session';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { ErrorPanel } from '../../design/ErrorPanel';
import { type RowAction, RowMenu } from '../../design/RowMenu';
import { RowsSkeleton } from '../../design/Skeletons';
import { notify } from '../../design/snackbars';
import { Tag } from '../../design/Tag';
import { type Capacity, type Member, useChangeMember, useTeam } from './queriesTeam';

const MailsDialog = lazy(async () => ({ default: (await import('../invitationMails/MailsDialog')).MailsDialog }));
const InviteDialog = lazy(async () => ({ default: (await import('./InviteDialog')).InviteDialog }));

const team: readonly Capacity[] = ['organizer', 'accountant', 'reader'];
const nameOf = (one: Member) => [one.firstname, one.lastname].filter(Boolean).join(' ') || one.email;

/** Who runs and who observes an operation, what each may do there, and who is invited to. */
export function TeamPanel({ operationId }: { operationId: string }) {
  const t = useT();
  const can = useCan();
  const members = useTeam(operationId);
  const change = useChangeMember(operationId);
  const reload = useReloadSession();
  const me = useSession().id;
  const [inviting, setInviting] = useState(false);
  const [removing, setRemoving] = useState<Member>();
  const [mailed, setMailed] = useState<Member>();
  const done = (text: string, memberId: string) => ({
    onSuccess: () => {
      notify(text, { variant: 'success' });
      if (memberId === me) void reload();
    },
    onSettled: () => setRemoving(undefined),
  });
  const actionsOf = (one: Member): RowAction[] => [
    ...(can('member:update') && one.capacity !== 'observer'
      ? team
          .filter((to) => to !== one.capacity)
          .map((to) => ({
            label: t('team.make', { capacity: t(`enums.MemberCapacity.${to}`) }),
            onClick: () =>
              change.mutate({ memberId: one.id, to }, done(t('team.changed', { name: nameOf(one) }), one.id)),
          }))
      : []),
    ...(can('member:create') && (one.status === 'INVITED' || one.status === 'EXPIRED')
      ? [
          {
            label: t('team.resend'),
            onClick: () =>
              change.mutate({ memberId: one.id, act: 'mail' }, done(t('team.resent', { email: one.email }), '')),
          },
        ]
      : []),
    { label: t('team.mails.open'), onClick: () => setMailed(one) },
    ...(can('member:delete')
      ? [
          {
            label: t(one.status === 'MEMBER' ? 'team.remove' : 'team.takeBack'),
            destructive: true,
            onClick: () => setRemoving(one),
          },
        ]
      : []),
  ];
  return (
    <Card component="section" aria-labelledby="team" sx={{ p: 2 }}>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', justifyContent: 'space-between', mb: 1 }}>
        <Typography id="team" variant="h2">
          {t('team.title')}
        </Typography>
        {can('member:create') && (
          <Button variant="contained" onClick={() => setInviting(true)}>
            {t('team.invite')}
          </Button>
        )}
      </Stack>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {t('team.hint')}
      </Typography>
      {members.isPending && <RowsSkeleton rows={3} />}
      {members.isError && <ErrorPanel error={members.error} onRetry={() => members.refetch()} />}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {members.data?.map((one) => (
          <MemberRow key={one.id} one={one} actions={actionsOf(one)} />
        ))}
      </Box>
      {removing && (
        <ConfirmDialog
          open
          title={t('team.removeTitle', { name: nameOf(removing) })}
          confirmLabel={t(removing.status === 'MEMBER' ? 'team.remove' : 'team.takeBack')}
          destructive
          pending={change.isPending}
          onConfirm={() =>
            change.mutate(
              { memberId: removing.id, act: 'remove' },
              done(t('team.removed', { name: nameOf(removing) }), removing.id),
            )
          }
          onClose={() => setRemoving(undefined)}
        >
          {t(removing.status === 'MEMBER' ? 'team.removeText' : 'team.takeBackText')}
        </ConfirmDialog>
      )}
      {mailed && (
        <Suspense fallback={null}>
          <MailsDialog
            of={{ operationId, memberId: mailed.id }}
            name={nameOf(mailed)}
            onClose={() => setMailed(undefined)}
          />
        </Suspense>
      )}
      {inviting && (
        <Suspense fallback={null}>
          <InviteDialog operationId={operationId} onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </Card>
  );
}

function MemberRow({ one, actions }: { one: Member; actions: RowAction[] }) {
  const t = useT();
  const formats = useFormats();
  const name = nameOf(one);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        gap: 1,
        alignItems: 'center',
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
          <Tag tone={one.capacity === 'organizer' ? 'info' : 'plain'}>{t(`enums.MemberCapacity.${one.capacity}`)}</Tag>
          {one.status !== 'MEMBER' && (
            <Tag tone={one.status === 'INVITED' ? 'warning' : 'error'}>{t(`enums.MemberStatus.${one.status}`)}</Tag>
          )}
          {one.blocked && <Tag tone="error">{t('team.blocked')}</Tag>}
          {one.accountStatus && one.accountStatus !== 'ACTIVE' && !one.blocked && (
            <Tag tone="warning">{t(`enums.AccountStatus.${one.accountStatus}`)}</Tag>
          )}
        </Box>
        <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {[
            name === one.email ? undefined : one.email,
            one.structure,
            one.invitedAt && t('team.since', { date: formats.day(formats.dayOf(one.invitedAt)) }),
            one.status === 'INVITED' &&
              one.expiresAt &&
              t('team.until', { date: formats.day(formats.dayOf(one.expiresAt)) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
      </Box>
      <RowMenu name={name} actions={actions} />
    </Box>
  );
}
