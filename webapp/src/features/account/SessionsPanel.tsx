import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { notify } from '../../design/snackbars';
import { Panel } from './Panel';
import { type OpenSession, useEndSession, useOpenSessions } from './queriesSecurity';

/** Where one is signed in; each can be ended, and all others at once. */
export function SessionsPanel() {
  const t = useT();
  const sessions = useOpenSessions();
  const end = useEndSession();
  const [asking, setAsking] = useState(false);
  const others = sessions.data?.filter((one) => !one.current) ?? [];
  const endAll = () =>
    end.mutate(undefined, {
      onSuccess: () => notify(t('myAccount.sessions.endedAll')),
      onSettled: () => setAsking(false),
    });
  return (
    <Panel title={t('myAccount.sessions.title')} hint={t('myAccount.sessions.hint')}>
      {sessions.isPending && <RowsSkeleton rows={2} />}
      {sessions.isError && <ErrorPanel error={sessions.error} onRetry={() => sessions.refetch()} />}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {sessions.data?.map((one) => (
          <SessionRow
            key={one.id}
            session={one}
            pending={end.isPending}
            onEnd={() => end.mutate(one.id, { onSuccess: () => notify(t('myAccount.sessions.ended')) })}
          />
        ))}
      </Box>
      {others.length > 0 && (
        <Button color="error" sx={{ mt: 1, minHeight: 44 }} onClick={() => setAsking(true)}>
          {t('myAccount.sessions.endOthers', { smart_count: others.length })}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={t('myAccount.sessions.endOthersTitle')}
        confirmLabel={t('myAccount.sessions.endOthersConfirm')}
        destructive
        pending={end.isPending}
        onConfirm={endAll}
        onClose={() => setAsking(false)}
      >
        {t('myAccount.sessions.endOthersText', { smart_count: others.length })}
      </ConfirmDialog>
    </Panel>
  );
}

function SessionRow({ session, pending, onEnd }: { session: OpenSession; pending: boolean; onEnd: () => void }) {
  const t = useT();
  const formats = useFormats();
  const { browser, system } = session;
  const device =
    browser && system
      ? t('myAccount.sessions.device', { browser, system })
      : (browser ?? system ?? t('myAccount.sessions.unknown'));
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
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{device}</Typography>
          {session.current && <Chip size="small" color="primary" label={t('myAccount.sessions.current')} />}
          {!session.current && !session.knownDevice && (
            <Chip
              size="small"
              color="warning"
              variant="outlined"
              label={t('myAccount.sessions.newDevice')}
              sx={{ height: 'auto', '& .MuiChip-label': { whiteSpace: 'normal' } }}
            />
          )}
        </Box>
        <Typography variant="caption" color="textSecondary">
          {t('myAccount.sessions.used', {
            used: formats.instant(session.lastUsedAt),
            since: formats.instant(session.createdAt),
          })}
        </Typography>
      </Box>
      {!session.current && (
        <Button
          color="inherit"
          variant="outlined"
          disabled={pending}
          aria-label={t('myAccount.sessions.endOf', { device })}
          onClick={onEnd}
          sx={{ minHeight: 44 }}
        >
          {t('myAccount.sessions.end')}
        </Button>
      )}
    </Box>
  );
}
