import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../api/operations';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { notify } from '../../design/snackbars';
import { useProblemText } from '../../design/useProblemText';
import { totalsOf } from '../billRuns/runs';
import { type Invoice, useDeleteDrafts } from './queries';
import { useInvoiceName } from './useInvoiceName';

const namedAtMost = 5;

interface DeleteDraftsDialogProps {
  drafts: readonly Invoice[];
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before drafts go, by name and number, with what they add up to. */
export function DeleteDraftsDialog({ drafts: given, onClose, onDeleted }: DeleteDraftsDialogProps) {
  const t = useT();
  const formats = useFormats();
  const words = useProblemText();
  const name = useInvoiceName();
  const [drafts] = useState(given);
  const remove = useDeleteDrafts(useOperation().id);
  const failure = asApiError(remove.error);
  const count = drafts.length;
  const confirm = () =>
    remove.mutate(
      drafts.map(({ id }) => id),
      {
        onSuccess: (results) => {
          const refused = results.filter(({ status }) => status === 'FAILURE');
          const done = results.length - refused.length;
          if (done > 0) notify(t('invoices.deleted', { smart_count: done }));
          for (const key of new Set(refused.map(({ problem }) => problem?.key))) {
            notify(words({ key }), { variant: 'error' });
          }
          onDeleted?.();
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      title={t('invoices.deleteTitle', { smart_count: count })}
      confirmLabel={t('invoices.deleteConfirm', { smart_count: count })}
      destructive
      pending={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>
        {t('invoices.deleteTotal', { smart_count: count, amount: formats.money(totalsOf(drafts).amountCents) })}
      </Typography>
      <Box component="ul" sx={{ my: 1, pl: 3 }}>
        {drafts.slice(0, namedAtMost).map((draft) => (
          <li key={draft.id}>{name(draft)}</li>
        ))}
        {count > namedAtMost && <li>{t('invoices.andMore', { smart_count: count - namedAtMost })}</li>}
      </Box>
      <Typography color="textSecondary">{t('invoices.deleteAgain')}</Typography>
      {failure && (
        <Alert severity="error" variant="outlined" sx={{ mt: 2 }}>
          {words(failure)}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
