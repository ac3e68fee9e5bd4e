import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { ConfirmDialog } from '../../../design/ConfirmDialog';
import { type ImportResult, type Stage, summaryOf } from '../imports';

interface ImportActionsProps {
  stage: Stage;
  result: ImportResult | undefined;
  /** The files are still at hand: a reload forgets them. */
  canImport: boolean;
  busy: boolean;
  /** Something is open, or was answered since the last look. */
  recheck: boolean;
  onCheck: () => void;
  onImport: () => void;
  onAgain: () => void;
}

/** The next step. Curves that look like a unit mistake are asked about once more. */
export function ImportActions(props: ImportActionsProps) {
  const { stage, result, canImport, busy, recheck, onCheck, onImport, onAgain } = props;
  const t = useT();
  const [asking, setAsking] = useState(false);
  const [missed, setMissed] = useState(false);
  const suspected = result ? Math.max(summaryOf(result).suspected, result.suspectedCount ?? 0) : 0;
  if (stage === 'importing' || stage === 'checking') return null;
  if (stage === 'done' || stage === 'failed' || stage === 'held') {
    return (
      <div>
        <Button variant="outlined" color="inherit" onClick={onAgain}>
          {t('curveImport.again')}
        </Button>
      </div>
    );
  }
  const check = () => {
    setMissed(!canImport);
    if (canImport) onCheck();
  };
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {stage === 'preview' && recheck ? (
        <>
          <Button variant="contained" loading={busy} onClick={check}>
            {t('curveFiles.check')}
          </Button>
          <Button color="inherit" disabled={busy} onClick={onAgain}>
            {t('curveImport.drop')}
          </Button>
        </>
      ) : stage === 'preview' && !result?.unchanged ? (
        <>
          <Button variant="contained" loading={busy} onClick={() => (suspected > 0 ? setAsking(true) : onImport())}>
            {t('curveImport.import')}
          </Button>
          <Button color="inherit" disabled={busy} onClick={onAgain}>
            {t('curveImport.drop')}
          </Button>
        </>
      ) : stage === 'preview' ? (
        <Button variant="outlined" color="inherit" onClick={onAgain}>
          {t('curveImport.again')}
        </Button>
      ) : (
        <Button variant="contained" loading={busy} onClick={check}>
          {t(stage === 'refused' ? 'curveImport.checkAgain' : 'curveImport.check')}
        </Button>
      )}
      {missed && !canImport && (
        <Typography role="alert" color="error">
          {t('curveImport.new.choose')}
        </Typography>
      )}
      <ConfirmDialog
        open={asking}
        title={t('curveImport.suspected.title')}
        confirmLabel={t('curveImport.suspected.confirm')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onImport();
        }}
      >
        {t('curveImport.suspected.question', { smart_count: suspected })}
      </ConfirmDialog>
    </Stack>
  );
}
