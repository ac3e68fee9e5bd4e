import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { Suspense, useId } from 'react';
import { ErrorPanel } from './ErrorPanel';
import { RowsSkeleton } from './Skeletons';
import { StatusChip } from './StatusChip';
import { useProblemText } from './useProblemText';

interface Mail {
  id: string;
  email: string;
  status: Schemas['InvitationMailStatus'];
  /** Key of why it did not arrive. */
  reason?: string;
}

interface MailJournalProps<M extends Mail> {
  title: string;
  /** What is said where no mail went out. */
  none: string;
  mails: { data?: M[]; isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown };
  /** When and why it was asked for, and by whom. */
  asked: (mail: M) => string[];
  onClose: () => void;
}

/** Which mails went out about something, when, who asked for each, and what became of it. */
export function MailJournal<M extends Mail>({ title, none, mails, asked, onClose }: MailJournalProps<M>) {
  const t = useT();
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        {mails.isPending && <RowsSkeleton rows={3} />}
        {mails.isError && <ErrorPanel error={mails.error} onRetry={() => mails.refetch()} />}
        {mails.data?.length === 0 && <Typography color="textSecondary">{none}</Typography>}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {mails.data?.map((mail) => (
            <Line key={mail.id} mail={mail} asked={asked(mail)} />
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('design.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Line({ mail: { email, status, reason }, asked }: { mail: Mail; asked: string[] }) {
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{email}</Typography>
        <StatusChip kind="InvitationMailStatus" status={status} />
      </Box>
      <Typography variant="body2" color="textSecondary">
        {asked.join(' · ')}
      </Typography>
      {reason && (
        <Suspense fallback={null}>
          <Reason reason={reason} />
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
