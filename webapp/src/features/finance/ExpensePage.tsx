import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { useOperation } from '../../api/operations';
import { ErrorPanel } from '../../design/ErrorPanel';
import type { DayRange } from '../../design/period';
import { ChartSkeleton } from '../../design/Skeletons';
import { useListAddress } from '../../design/useListAddress';
import { AffectationsCard } from './amounts/AffectationsCard';
import { ExportMenu } from './ExportMenu';
import { Facts } from './Facts';
import { FinancePage } from './FinancePage';
import { MonthsCard } from './months/MonthsCard';
import type { Series } from './months/series';
import { useMonthRows } from './months/useMonthRows';
import { Notes } from './Notes';
import { type Statement, useExpenses } from './queries';
import { SiteTable } from './SiteTable';
import { knownSum, sum, unpriced } from './sums';

/** What consumers spend: shared energy as invoiced, and their suppliers' part as far as its price is known. */
export function ExpensePage() {
  const t = useT();
  const address = useListAddress(['trv']);
  const assume = address.filter('trv') === '1';
  return (
    <FinancePage
      title={t('finance.expense.title')}
      subtitle={t('finance.expense.subtitle')}
      actions={(period) => <ExportMenu statement="EXPENSE" period={period} assumeTRV={assume} />}
    >
      {(period) => (
        <>
          <FormControlLabel
            label={t('finance.assume')}
            control={
              <Switch
                checked={assume}
                onChange={(_, checked) => address.setFilter('trv', checked ? '1' : '')}
                slotProps={{ input: { role: 'switch' } }}
              />
            }
          />
          <Spent period={period} assume={assume} />
          <AffectationsCard period={period} kind="EXPENSE" />
        </>
      )}
    </FinancePage>
  );
}

function Spent({ period, assume }: { period: DayRange; assume: boolean }) {
  const spent = useExpenses(useOperation().id, period, assume);
  if (spent.isPending) return <ChartSkeleton height={320} />;
  if (spent.isError) return <ErrorPanel error={spent.error} onRetry={() => spent.refetch()} />;
  return <Figures spent={spent.data} state={spent} />;
}

function Figures({ spent, state }: { spent: Statement; state: ReturnType<typeof useExpenses> }) {
  const t = useT();
  const formats = useFormats();
  const { lines, months, assumedTRV } = spent;
  const shared = knownSum(lines, 'sharedMilliWh');
  const supplied = knownSum(lines, 'restMilliWh');
  const cost = knownSum(lines, 'restCents');
  const lacking = unpriced(lines);
  const series = useMemo(
    (): Series[] => [
      { key: 'invoiced', label: t('finance.fact.invoiced') },
      { key: 'rest', label: t('finance.fact.supplierCost') },
      { key: 'assigned', label: t('finance.fact.assigned') },
    ],
    [t],
  );
  const rows = useMonthRows(months, ({ invoicedCents, restCents, assignedCents }) => ({
    invoiced: invoicedCents,
    rest: restCents,
    assigned: assignedCents,
  }));
  return (
    <>
      <Facts
        figures={[
          { label: t('finance.fact.shared'), value: shared === undefined ? undefined : formats.energy(shared) },
          { label: t('finance.fact.supplied'), value: supplied === undefined ? undefined : formats.energy(supplied) },
          { label: t('finance.fact.invoiced'), value: formats.money(sum(lines, 'invoicedCents')) },
          {
            label: t('finance.fact.supplierCost'),
            value: cost === undefined ? undefined : formats.money(cost),
            partly: lacking > 0,
          },
          { label: t('finance.fact.assigned'), value: formats.money(sum(lines, 'assignedCents')) },
          { label: t('finance.fact.total'), value: formats.money(sum(lines, 'totalCents')), partly: lacking > 0 },
        ]}
      />
      <MonthsCard title={t('finance.perMonth')} state={state} rows={rows} series={series} />
      <SiteTable kind="expense" lines={lines} />
      <Notes
        notes={[
          t('finance.note.invoices'),
          t('finance.note.supply'),
          t('finance.note.total'),
          assumedTRV && t('finance.note.assumed'),
          lacking > 0 && t('finance.note.lacks', { smart_count: lacking }),
        ]}
      />
    </>
  );
}
