import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../../api/operations';
import { ConfirmDialog } from '../../../design/ConfirmDialog';
import { ErrorPanel } from '../../../design/ErrorPanel';
import type { CurveImport } from '../imports';
import { useConfirmImport, useUndoImport } from '../queries';

interface ImportDecisionProps {
  importId: string;
  status: CurveImport['status'];
  /** A check has stored nothing that could be undone. */
  dryRun?: boolean;
  onDecided?: () => void;
}

/** What somebody may still decide about an import: agree to it or give it up while it waits, undo it once it is stored. */
export function ImportDecision({ importId, status, dryRun = false, onDecided }: ImportDecisionProps) {
  const t = useT();
  const { id: operationId } = useOperation();
  const confirm = useConfirmImport();
  const undo = useUndoImport();
  const [asking, setAsking] = useState(false);
  const params = { path: { operationId, importId } };
  const busy = confirm.isPending || undo.isPending;
  const held = status === 'SUSPECTED';
  if (dryRun || (!held && status !== 'SUCCEEDED')) return null;
  const error = confirm.error ?? undo.error;
  const takeBack = () => undo.mutate({ params }, { onSuccess: onDecided });
  return (
    <Stack sx={{ gap: 1 }}>
      {error && <ErrorPanel error={error} />}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {held && (
          <Button
            variant="contained"
            loading={confirm.isPending}
            disabled={busy}
            onClick={() => confirm.mutate({ params }, { onSuccess: onDecided })}
          >
            {t('curveImport.suspected.confirm')}
          </Button>
        )}
        <Button
          variant="outlined"
          color="inherit"
          loading={undo.isPending}
          disabled={busy}
          onClick={() => (held ? takeBack() : setAsking(true))}
        >
          {t(held ? 'curveImport.drop' : 'curveImport.undo.start')}
        </Button>
      </Stack>
      <ConfirmDialog
        open={asking}
        title={t('curveImport.undo.title')}
        confirmLabel={t('curveImport.undo.start')}
        destructive
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          takeBack();
        }}
      >
        {t('curveImport.undo.question')}
      </ConfirmDialog>
    </Stack>
  );
}
