import Card from '@mui/material/Card';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { useOperation } from '../../api/operations';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import type { DayRange } from '../../design/period';
import { ChartSkeleton } from '../../design/Skeletons';
import { AffectationsCard } from './amounts/AffectationsCard';
import { ExportMenu } from './ExportMenu';
import { Facts } from './Facts';
import { FinancePage } from './FinancePage';
import { MonthsCard } from './months/MonthsCard';
import type { Series } from './months/series';
import { useMonthRows } from './months/useMonthRows';
import { Notes } from './Notes';
import { aheadOf, totalAhead } from './projection';
import { type Monitoring, useMonitoring } from './queries';

/** Expense and income over time, and three years ahead. */
export function MonitoringPage() {
  const t = useT();
  return (
    <FinancePage
      title={t('finance.monitoring.title')}
      subtitle={t('finance.monitoring.subtitle')}
      actions={(period) => <ExportMenu statement="MONITORING" period={period} />}
    >
      {(period) => (
        <>
          <OverTime period={period} />
          <AffectationsCard period={period} />
        </>
      )}
    </FinancePage>
  );
}

function OverTime({ period }: { period: DayRange }) {
  const over = useMonitoring(useOperation().id, period);
  if (over.isPending) return <ChartSkeleton height={320} />;
  if (over.isError) return <ErrorPanel error={over.error} onRetry={() => over.refetch()} />;
  return (
    <>
      <Past over={over.data} state={over} />
      <Ahead over={over.data} state={over} />
    </>
  );
}

interface PartProps {
  over: Monitoring;
  state: ReturnType<typeof useMonitoring>;
}

function Past({ over, state }: PartProps) {
  const t = useT();
  const formats = useFormats();
  const { expenses, incomes, headings } = over;
  const total = (field: 'invoicedNetCents' | 'collectedCents' | 'assignedCents', of = incomes) =>
    of.reduce((all, month) => all + month[field], 0);
  const priced = incomes.filter(({ restCents }) => restCents !== undefined);
  const sale = priced.reduce((all, { restCents = 0 }) => all + restCents, 0);
  const lacking = incomes.some(({ lacks }) => lacks.length > 0);
  const series = useMemo(
    (): Series[] => [
      { key: 'invoiced', label: t('finance.fact.invoicedNet') },
      { key: 'rest', label: t('finance.fact.surplusSale') },
      { key: 'assigned', label: t('finance.fact.assignedIncome') },
      { key: 'fixed', label: t('finance.fact.assignedExpense') },
    ],
    [t],
  );
  const both = useMemo(
    () => incomes.map((income, n) => ({ ...income, spentCents: expenses[n]?.assignedCents ?? 0 })),
    [incomes, expenses],
  );
  const rows = useMonthRows(both, ({ invoicedNetCents, restCents, assignedCents, spentCents }) => ({
    invoiced: invoicedNetCents,
    rest: restCents,
    assigned: assignedCents,
    fixed: -spentCents,
  }));
  return (
    <>
      <Facts
        figures={[
          { label: t('finance.fact.invoicedNet'), value: formats.money(total('invoicedNetCents')) },
          { label: t('finance.fact.collected'), value: formats.money(total('collectedCents')) },
          {
            label: t('finance.fact.surplusSale'),
            // Months without surplus are known to have sold none, which says nothing of the others.
            value: priced.length === 0 || (sale === 0 && lacking) ? undefined : formats.money(sale),
            partly: lacking,
          },
          { label: t('finance.fact.assignedIncome'), value: formats.money(total('assignedCents')) },
          { label: t('finance.fact.assignedExpense'), value: formats.money(total('assignedCents', expenses)) },
        ]}
      />
      <MonthsCard
        title={t('finance.perMonth')}
        state={state}
        rows={rows}
        series={series}
        note={
          headings.length > 0 &&
          `${t('finance.headings')} : ${headings
            .map(({ kind, heading, amountCents }) =>
              [
                t(`enums.AffectationKind.${kind}`),
                t(`enums.AffectationHeading.${heading}`),
                formats.money(amountCents),
              ].join(' '),
            )
            .join(' · ')}`
        }
      />
    </>
  );
}

function Ahead({ over, state }: PartProps) {
  const t = useT();
  const formats = useFormats();
  const { projection, referenceFrom, referenceTo, subscriptionsCount } = over;
  const series = useMemo(
    (): Series[] => [
      { key: 'invoiced', label: t('finance.projection.energy') },
      { key: 'fixed', label: t('finance.projection.fixed') },
      { key: 'rest', label: t('finance.fact.surplusSale') },
    ],
    [t],
  );
  const rows = useMonthRows(projection, aheadOf);
  if (!referenceFrom || !referenceTo) {
    return (
      <Card>
        <EmptyState kind="none" title={t('finance.projection.none')} advice={t('finance.projection.noneAdvice')} />
      </Card>
    );
  }
  if (subscriptionsCount === 0 && projection.every(({ surplusCents }) => surplusCents === undefined)) {
    return (
      <Card>
        <EmptyState kind="none" title={t('finance.projection.nothing')} advice={t('finance.projection.unsubscribed')} />
      </Card>
    );
  }
  const known = new Set(projection.flatMap((one) => (one.sharedMilliWh === undefined ? [] : [one.referenceMonth])))
    .size;
  const without = Math.max(...projection.map((one) => one.subscriptionsWithoutEnergy));
  const unpriced = Math.max(...projection.map((one) => one.producersWithoutPrice));
  return (
    <>
      <MonthsCard title={t('finance.projection.title')} state={state} rows={rows} series={series} />
      <Facts
        figures={[0, 1, 2].map((year) => {
          const months = projection.slice(12 * year, 12 * year + 12);
          const name = t('finance.projection.year', { month: formats.day(`${months[0]?.month}-01`, 'month') });
          return { label: name, value: formats.money(totalAhead(months)), partly: unpriced > 0 || without > 0 };
        })}
      />
      <Notes
        notes={[
          t('finance.projection.text', { from: formats.day(referenceFrom), to: formats.day(referenceTo) }),
          known < 12 && t('finance.projection.short', { smart_count: known }),
          subscriptionsCount === 0 && t('finance.projection.unsubscribed'),
          without > 0 && t('finance.projection.without', { smart_count: without }),
          unpriced > 0 && t('finance.projection.unpriced', { smart_count: unpriced }),
          t('finance.note.invoices'),
        ]}
      />
    </>
  );
}
