import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { asApiError, type ProblemItem } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useErrorText } from '../../../design/useProblemText';

const shownAtMost = 20;

/** What the server refuses, with every reason that it gives. */
export function ProblemList({ error }: { error: unknown }) {
  const t = useT();
  const words = useErrorText();
  if (!error) return null;
  const wordsWithLine = (item: ProblemItem) =>
    item.row === undefined ? words(item) : t('allocation.problem.line', { row: item.row, text: words(item) });
  const failure = asApiError(error);
  const reasons = [...new Set((failure?.fields ?? []).map(wordsWithLine))];
  const text = words(failure);
  return (
    <Alert severity="error" variant="outlined" role="alert">
      {text}
      {reasons.length > 0 && !(reasons.length === 1 && reasons[0] === text) && (
        <Box component="ul" sx={{ m: 0, pl: 2 }}>
          {reasons.slice(0, shownAtMost).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
          {reasons.length > shownAtMost && (
            <li>{t('allocation.difference.others', { smart_count: reasons.length - shownAtMost })}</li>
          )}
        </Box>
      )}
    </Alert>
  );
}
