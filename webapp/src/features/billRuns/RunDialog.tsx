import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import type { Schemas } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { useRefusalTexts } from '../../design/useProblemText';
import { RunForm } from './RunForm';
import { RunResult } from './RunResult';

export interface RunDialogProps {
  /** SYNC waits for the answer; ASYNC works in the background and is followed. */
  mode: Schemas['RunMode'];
  onClose: () => void;
  /** The run has begun elsewhere on the page: nothing more to show here. */
  onStarted?: ((runId: string) => void) | undefined;
}

/** Generates drafts: whom it will bill first, then what became of it. */
export function RunDialog({ mode, onClose, onStarted }: RunDialogProps) {
  useRefusalTexts();
  const t = useT();
  const titleId = useId();
  const [runId, setRunId] = useState<string>();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="md">
      <DialogTitle id={titleId}>{t(mode === 'SYNC' ? 'billRuns.form.generate' : 'billRuns.form.start')}</DialogTitle>
      {runId ? (
        <RunResult runId={runId} onClose={onClose} />
      ) : (
        <RunForm mode={mode} onClose={onClose} onStarted={onStarted ?? setRunId} />
      )}
    </Dialog>
  );
}
