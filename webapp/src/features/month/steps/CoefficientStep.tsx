import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { addDays, addMonths, type Day } from '@openpmo/ui/formats/date';
import { useT } from '@openpmo/ui/i18n/context';
import { Link } from 'react-router';
import { useOperation } from '../../../api/operations';
import { Can } from '../../../design/Can';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { RowsSkeleton } from '../../../design/Skeletons';
import { MonthSets } from '../../allocation/coefficients/MonthCard';
import { useCoefficientMonths } from '../../allocation/coefficients/queries';
import { useKeys } from '../../allocation/key/useKeys';
import { coefficientsPath } from '../links';
import type { MonthStep, OperationMonth } from '../queries';

/** The coefficients of the month: made, sent, answered, as on their own page. */
export function CoefficientStep({ month: { month }, step }: { month: OperationMonth; step: MonthStep }) {
  const t = useT();
  const { id } = useOperation();
  if (!step.coefficients?.needed) return <Typography>{t('month.coefficients.notNeeded')}</Typography>;
  if (step.state === 'MISSED') {
    return (
      <Stack sx={{ gap: 1.5, alignItems: 'flex-start' }}>
        <Typography>{t('month.coefficients.missed')}</Typography>
        <Can permission="production:visit">
          <Button component={Link} to={coefficientsPath(id, month)} variant="outlined" color="inherit">
            {t('month.coefficients.see')}
          </Button>
        </Can>
      </Stack>
    );
  }
  return <Sets month={month} />;
}

function Sets({ month }: { month: string }) {
  const { id } = useOperation();
  const first = `${month}-01` as Day;
  const months = useCoefficientMonths(id, { dateFrom: first, dateTo: addDays(addMonths(first, 1), -1) });
  const { loaded, state } = useKeys(id);
  if (months.isPending || state.isPending) return <RowsSkeleton rows={2} />;
  if (months.isError) return <ErrorPanel error={months.error} onRetry={() => months.refetch()} />;
  const found = months.data[0];
  if (!loaded || !found) return <ErrorPanel error={state.error} />;
  return <MonthSets month={found} sites={loaded.sites} />;
}
