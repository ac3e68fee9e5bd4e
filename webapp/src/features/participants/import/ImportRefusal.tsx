import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useErrorText } from '../../../design/useProblemText';
import { linesWith, remarksOf } from './importFile';
import { RemarkList } from './RemarkList';

/** Why a file was refused: line by line, or the whole of it. */
export function ImportRefusal({ error }: { error: unknown }) {
  const t = useT();
  const words = useErrorText();
  const problem = asApiError(error);
  const remarks = remarksOf(problem?.problem?.errors ?? [], words);
  const lines = linesWith(remarks);
  return (
    <Alert severity="error" variant="outlined" role="alert" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      <AlertTitle>
        {lines > 0 ? t('participants.import.refused', { smart_count: lines }) : t('participants.import.refusedFile')}
      </AlertTitle>
      {lines > 0 ? <RemarkList remarks={remarks} /> : <Typography>{words(problem)}</Typography>}
      <Typography sx={{ mt: 1 }}>{t('participants.import.retry')}</Typography>
    </Alert>
  );
}
