import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import type { CoefficientSet } from '../coefficientSets';

/** What has changed since a set was made, and what to do; nothing where nothing has. */
export function OutdatedAlert({ set, advice = true }: { set: CoefficientSet; advice?: boolean }) {
  const t = useT();
  if (!set.outdated?.length) return null;
  return (
    <Alert severity="warning" variant="outlined">
      {t('allocation.sending.outdatedTitle')}
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {set.outdated.map((input) => (
          <li key={input}>{t(`allocation.sending.outdatedWords.${input}`)}</li>
        ))}
      </Box>
      {advice && (
        <Typography variant="body2" sx={{ mt: 0.5 }}>
          {t(set.heldByOperator ? 'allocation.sending.outdatedSent' : 'allocation.sending.outdatedAdvice')}
        </Typography>
      )}
    </Alert>
  );
}
