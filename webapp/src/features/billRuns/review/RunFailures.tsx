import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useRefusalTexts } from '../../../design/useProblemText';
import type { BillRun } from '../queries';
import { TroubleList } from '../TroubleList';
import { failuresOf } from '../trouble';

/** What stopped a part of a run, by what mends it. */
export function RunFailures({ run }: { run: BillRun }) {
  useRefusalTexts();
  const t = useT();
  const { has } = useTranslator();
  return (
    <Box>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {t('billRuns.failuresTitle')}
      </Typography>
      <TroubleList troubles={failuresOf(run, (key) => has(`errors.${key}`))} />
    </Box>
  );
}
