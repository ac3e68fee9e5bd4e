import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { type Column, DataTable } from '../../design/DataTable';
import { useProblemText } from '../../design/useProblemText';
import type { PriceChangeCheck, PriceChangeMove } from './queries';

interface PriceChangeReviewProps {
  check: PriceChangeCheck;
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
}

/** Who would pay what before and after, on the energy of one month; who cannot change has no box, and a reason. */
export function PriceChangeReview({ check, chosen, onChoose }: PriceChangeReviewProps) {
  const t = useT();
  const formats = useFormats();
  const problem = useProblemText();
  const columns = useColumns();
  const month = formats.day(`${check.month}-01`, 'month');
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography>
        {t('plans.newPrice.sum', {
          date: formats.day(check.startDate),
          month,
          before: formats.money(check.before.netCents),
          after: formats.money(check.after.netCents),
        })}
      </Typography>
      {!check.definitive && (
        <Alert severity="info" variant="outlined">
          {t('plans.newPrice.provisional', { month })}
        </Alert>
      )}
      {check.warnings?.map((warning) => (
        <Alert key={`${warning.row} ${warning.key}`} severity="warning" variant="outlined">
          {problem(warning)}
        </Alert>
      ))}
      {check.refusedNumber > 0 && (
        <Alert severity="error" variant="outlined">
          {t('plans.newPrice.refused', { smart_count: check.refusedNumber })}
        </Alert>
      )}
      <DataTable
        dense
        caption={t('plans.newPrice.who')}
        rows={check.subscriptions}
        columns={columns}
        rowId={({ subscriptionId }) => subscriptionId}
        rowName={({ consumerName, producerName }) => [consumerName, producerName].filter(Boolean).join(' ')}
        selection={{ ids: chosen, onChange: onChoose }}
        selectable={(move) => !move.problem}
        maxHeight={380}
      />
    </Stack>
  );
}

function useColumns(): Column<PriceChangeMove>[] {
  const t = useT();
  const formats = useFormats();
  const problem = useProblemText();
  return useMemo((): Column<PriceChangeMove>[] => {
    const money = (sum: PriceChangeMove['before']) =>
      sum ? formats.money(sum.amountCents ?? sum.netCents) : t('formats.none');
    return [
      {
        id: 'pair',
        header: t('plans.newPrice.pair'),
        width: 'minmax(160px, 2fr)',
        cell: (move) => (
          <Box sx={{ minWidth: 0, whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
            {move.consumerName}
            <Typography variant="caption" component="div" color="textSecondary">
              {move.producerName ?? t('pages.subscriptions.byOperation')}
            </Typography>
            {[move.problem, move.unpriceable].map(
              (why) =>
                why && (
                  <Typography key={why.key} variant="body2" sx={{ color: 'error.main' }}>
                    {problem(why)}
                  </Typography>
                ),
            )}
          </Box>
        ),
        sortValue: ({ consumerName }) => consumerName,
      },
      {
        id: 'energy',
        header: t('plans.preview.energy'),
        width: '120px',
        align: 'right',
        cell: ({ after }) => (after ? formats.kWh(after.energyMilliWh) : t('formats.none')),
        sortValue: ({ after }) => after?.energyMilliWh,
        hideBelow: 'md',
      },
      {
        id: 'before',
        header: t('plans.newPrice.before'),
        width: '104px',
        align: 'right',
        cell: ({ before }) => money(before),
        sortValue: ({ before }) => before?.amountCents,
      },
      {
        id: 'after',
        header: t('plans.newPrice.after'),
        width: '104px',
        align: 'right',
        card: 'aside',
        cell: ({ after }) => money(after),
        sortValue: ({ after }) => after?.amountCents,
      },
    ];
  }, [t, formats, problem]);
}
