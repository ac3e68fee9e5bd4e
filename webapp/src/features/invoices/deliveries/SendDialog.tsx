import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { asApiError, type Schemas } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../../api/operations';
import { ConfirmDialog } from '../../../design/ConfirmDialog';
import { notify } from '../../../design/snackbars';
import { useProblemText } from '../../../design/useProblemText';
import type { Invoice } from '../queries';
import { ChannelChoice } from './ChannelChoice';
import { type Channel, sendable, useSend } from './queries';

/** So many go in one call. */
export const sentAtMost = 1000;

interface SendDialogProps {
  invoices: readonly Invoice[];
  onClose: () => void;
  onSent?: () => void;
}

/** Asks before invoices go to their clients; what was refused stays to be read, client by client. */
export function SendDialog({ invoices: given, onClose, onSent }: SendDialogProps) {
  const t = useT();
  const words = useProblemText();
  const [invoices] = useState(() => given.filter(sendable).slice(0, sentAtMost));
  const [channel, setChannel] = useState<Channel | ''>('');
  const [refused, setRefused] = useState<Schemas['BulkResult'][]>([]);
  const send = useSend(useOperation().id);
  const failure = asApiError(send.error);
  const left = given.length - invoices.length;
  const nameOf = (id: string) => {
    const one = invoices.find((invoice) => invoice.id === id);
    return one ? `${one.number} (${one.billableEntity.name})` : id;
  };
  const confirm = () =>
    send.mutate(
      { ids: invoices.map(({ id }) => id), ...(channel ? { channel } : {}) },
      {
        onSuccess: (results) => {
          const failed = results.filter(({ status }) => status === 'FAILURE');
          const done = results.length - failed.length;
          if (done > 0) notify(t('invoices.send.done', { smart_count: done }));
          onSent?.();
          if (failed.length === 0) onClose();
          else setRefused(failed);
        },
      },
    );
  if (refused.length > 0)
    return (
      <ConfirmDialog
        open
        title={t('invoices.send.refusedTitle', { smart_count: refused.length })}
        confirmLabel={t('invoices.send.close')}
        onConfirm={onClose}
        onClose={onClose}
      >
        <Box component="ul" sx={{ my: 0, pl: 3 }}>
          {refused.map(({ id, problem }) => (
            <li key={id}>
              <strong>{nameOf(id)}</strong> {words(problem)}
            </li>
          ))}
        </Box>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      open
      title={t('invoices.send.title', { smart_count: invoices.length })}
      confirmLabel={t('invoices.send.confirm', { smart_count: invoices.length })}
      pending={send.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>{t('invoices.send.text')}</Typography>
      {left > 0 && (
        <Alert severity="info" variant="outlined" sx={{ mt: 2 }}>
          {t('invoices.send.left', { smart_count: left })}
        </Alert>
      )}
      <ChannelChoice value={channel} onChange={setChannel} />
      {failure && (
        <Alert severity="error" variant="outlined" sx={{ mt: 2 }}>
          {words(failure)}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
