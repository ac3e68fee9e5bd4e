import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { useOperation } from '../../api/operations';
import { ErrorPanel } from '../../design/ErrorPanel';
import type { DayRange } from '../../design/period';
import { ChartSkeleton } from '../../design/Skeletons';
import { AffectationsCard } from './amounts/AffectationsCard';
import { SurplusPricesCard } from './amounts/SurplusPricesCard';
import { ExportMenu } from './ExportMenu';
import { Facts } from './Facts';
import { FinancePage } from './FinancePage';
import { MonthsCard } from './months/MonthsCard';
import type { Series } from './months/series';
import { useMonthRows } from './months/useMonthRows';
import { Notes } from './Notes';
import { type Statement, useIncome } from './queries';
import { SiteTable } from './SiteTable';
import { knownSum, sum, unpriced } from './sums';

/** What producers earn: invoiced, collected, and their surplus as far as its price is known. */
export function IncomePage() {
  const t = useT();
  return (
    <FinancePage
      title={t('finance.income.title')}
      subtitle={t('finance.income.subtitle')}
      actions={(period) => <ExportMenu statement="INCOME" period={period} />}
    >
      {(period) => (
        <>
          <Earned period={period} />
          <SurplusPricesCard />
          <AffectationsCard period={period} kind="INCOME" />
        </>
      )}
    </FinancePage>
  );
}

function Earned({ period }: { period: DayRange }) {
  const earned = useIncome(useOperation().id, period);
  if (earned.isPending) return <ChartSkeleton height={320} />;
  if (earned.isError) return <ErrorPanel error={earned.error} onRetry={() => earned.refetch()} />;
  return <Figures earned={earned.data} state={earned} />;
}

function Figures({ earned, state }: { earned: Statement; state: ReturnType<typeof useIncome> }) {
  const t = useT();
  const formats = useFormats();
  const { lines, months } = earned;
  const produced = knownSum(lines, 'producedMilliWh');
  const shared = knownSum(lines, 'sharedMilliWh');
  const sale = knownSum(lines, 'restCents');
  const lacking = unpriced(lines);
  const series = useMemo(
    (): Series[] => [
      { key: 'invoiced', label: t('finance.fact.invoicedNet') },
      { key: 'rest', label: t('finance.fact.surplusSale') },
      { key: 'assigned', label: t('finance.fact.assigned') },
    ],
    [t],
  );
  const rows = useMonthRows(months, ({ invoicedNetCents, restCents, assignedCents }) => ({
    invoiced: invoicedNetCents,
    rest: restCents,
    assigned: assignedCents,
  }));
  return (
    <>
      <Facts
        figures={[
          { label: t('finance.fact.produced'), value: produced === undefined ? undefined : formats.energy(produced) },
          { label: t('finance.fact.shared'), value: shared === undefined ? undefined : formats.energy(shared) },
          { label: t('finance.fact.invoicedNet'), value: formats.money(sum(lines, 'invoicedNetCents')) },
          { label: t('finance.fact.collected'), value: formats.money(sum(lines, 'collectedCents')) },
          {
            label: t('finance.fact.surplusSale'),
            value: sale === undefined ? undefined : formats.money(sale),
            partly: lacking > 0,
          },
          { label: t('finance.fact.total'), value: formats.money(sum(lines, 'totalCents')), partly: lacking > 0 },
        ]}
      />
      <MonthsCard title={t('finance.perMonth')} state={state} rows={rows} series={series} />
      <SiteTable kind="income" lines={lines} />
      <Notes notes={[t('finance.note.invoices'), lacking > 0 && t('finance.note.noPrice', { smart_count: lacking })]} />
    </>
  );
}
