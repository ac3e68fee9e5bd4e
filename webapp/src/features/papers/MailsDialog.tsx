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
import { type Paper, type PaperMail, usePaperMails } from './queries';

interface MailsDialogProps {
  operationId: string;
  paper: Paper;
  onClose: () => void;
}

/** The mails about a paper: when, why, who asked, and what became of each. */
export function MailsDialog({ operationId, paper, onClose }: MailsDialogProps) {
  const t = useT();
  const id = useId();
  const mails = usePaperMails(operationId, paper.id);
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{t('papers.mail.title', { name: paper.participantName })}</DialogTitle>
      <DialogContent>
        {mails.isPending && <RowsSkeleton rows={3} />}
        {mails.isError && <ErrorPanel error={mails.error} onRetry={() => mails.refetch()} />}
        {mails.data?.length === 0 && <Typography color="textSecondary">{t('papers.mail.empty')}</Typography>}
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

function Line({ one }: { one: PaperMail }) {
  const t = useT();
  const formats = useFormats();
  const at = formats.instant(one.askedAt);
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{one.email}</Typography>
        <StatusChip kind="InvitationMailStatus" status={one.status} />
      </Box>
      <Typography variant="body2" color="textSecondary">
        {[
          t(`enums.PaperMailKind.${one.kind}`),
          one.askedBy ? t('papers.mail.askedBy', { at, name: one.askedBy }) : at,
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
