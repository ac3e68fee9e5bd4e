import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Suspense, useId } from 'react';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { StatusChip } from '../../design/StatusChip';
import { useProblemText } from '../../design/useProblemText';
import { type InvitationMail, type Invited, useInvitationMails } from './queries';

/** Which mails went out, when, who asked for each, and what became of it. */
export function MailsDialog({ of, name, onClose }: { of: Invited; name: string; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const mails = useInvitationMails(of);
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{t('team.mails.title', { name })}</DialogTitle>
      <DialogContent>
        {mails.isPending && <RowsSkeleton rows={3} />}
        {mails.isError && <ErrorPanel error={mails.error} onRetry={() => mails.refetch()} />}
        {mails.data?.length === 0 && <Typography color="textSecondary">{t('team.mails.none')}</Typography>}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {mails.data?.map((one) => (
            <Line key={one.id} one={one} />
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('design.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Line({ one }: { one: InvitationMail }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{one.email}</Typography>
        <StatusChip kind="InvitationMailStatus" status={one.status} />
      </Box>
      <Typography variant="body2" color="textSecondary">
        {[
          t(one.askedBy ? 'team.mails.askedBy' : 'team.mails.asked', {
            at: formats.instant(one.askedAt),
            name: one.askedBy ?? '',
          }),
          t('team.mails.valid', { date: formats.day(formats.dayOf(one.validUntil)) }),
        ].join(' · ')}
      </Typography>
      {one.reason && (
        <Suspense fallback={null}>
          <Reason reason={one.reason} />
        </Suspense>
      )}
    </Box>
  );
}

function Reason({ reason }: { reason: string }) {
  const words = useProblemText();
  return (
    <Typography variant="body2" color="error">
      {words({ key: reason })}
    </Typography>
  );
}
