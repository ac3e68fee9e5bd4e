import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { ConfirmDialog } from '../../../design/ConfirmDialog';
import { notify } from '../../../design/snackbars';
import { useProblemText } from '../../../design/useProblemText';
import { useDeleteSites } from '../queries';

const namedAtMost = 5;

interface DeleteSitesDialogProps {
  sites: readonly { id: string; name: string }[];
  operationId: string;
  onClose: () => void;
  /** Which are gone. */
  onDeleted?: (ids: string[]) => void;
}

/** Asks before sites that never took part go for good; those that are refused say why, and stay. */
export function DeleteSitesDialog({ sites: given, operationId, onClose, onDeleted }: DeleteSitesDialogProps) {
  const t = useT();
  const words = useProblemText();
  const [sites] = useState(given);
  const [refused, setRefused] = useState<string[]>([]);
  const remove = useDeleteSites(operationId);
  const failure = asApiError(remove.error);
  const count = sites.length;
  const confirm = () =>
    remove.mutate(
      sites.map(({ id }) => id),
      {
        onSuccess: (results) => {
          const gone = results.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id);
          if (gone.length > 0) notify(t('participants.delete.done', { smart_count: gone.length }));
          const kept = results.flatMap(({ id, problem }) =>
            problem
              ? [
                  t('participants.delete.refused', {
                    name: sites.find((site) => site.id === id)?.name ?? id,
                    reason: words(problem),
                  }),
                ]
              : [],
          );
          onDeleted?.(gone);
          setRefused(kept);
          if (kept.length === 0) onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      title={t('participants.delete.title', { smart_count: count })}
      confirmLabel={t('participants.delete.confirm', { smart_count: count })}
      destructive
      pending={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>{t('participants.delete.text')}</Typography>
      <Box component="ul" sx={{ my: 1, pl: 3 }}>
        {sites.slice(0, namedAtMost).map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {count > namedAtMost && <li>{t('participants.delete.more', { smart_count: count - namedAtMost })}</li>}
      </Box>
      {(refused.length > 0 || failure) && (
        <Alert
          tabIndex={0}
          severity="error"
          variant="outlined"
          role="alert"
          sx={{ mt: 2, maxHeight: 240, overflowY: 'auto' }}
        >
          {failure && words(failure)}
          {refused.map((text) => (
            <div key={text}>{text}</div>
          ))}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
