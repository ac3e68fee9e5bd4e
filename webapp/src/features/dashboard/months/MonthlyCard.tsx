import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, useMemo } from 'react';
import type { StackedRow } from '../../../design/barNumbers';
import { ChartCard, lineRoom } from '../../../design/ChartCard';
import { NatureLegend } from '../../../design/NatureLegend';
import type { DayRange } from '../../../design/period';
import { StackedTable } from '../lazyTables';
import { NoValues } from '../NoValues';
import { useLoadCurve } from '../queries';
import type { LoadCurve, Viewpoint } from '../viewpoint/viewpoint';
import { balanceOf, balanceRange, monthBalances } from './monthBalances';

const StackedBars = lazy(() =>
  import('../../../design/StackedBars').then((module) => ({ default: module.StackedBars })),
);

const height = 240;
/** Its note comes and goes with the period, and has two lines at times. */
export const monthlyRoom = height + 2 * lineRoom + 12;

/** Month by month: what was shared, what the grid brought, and the surplus below the line. */
export function MonthlyCard({ view, period, bounds }: { view: Viewpoint; period: DayRange; bounds: DayRange }) {
  const t = useT();
  const formats = useFormats();
  const range = useMemo(() => balanceRange(period, bounds), [period, bounds]);
  const { asked, above, below } = balanceOf[view.kind];
  const query = useLoadCurve(view, { natures: asked, days: range, resolution: 'month' });
  const rows = useRows(query.data, range);
  const title = t('dashboard.monthly.title');
  const natures = useMemo(() => [...above, ...below], [above, below]);
  // What is missing in one curve leaves a month without its sum, which is not zero.
  const gaps = rows
    .filter(({ values }) => above.some((nature) => values[nature] === undefined))
    .map(({ tick }) => tick);
  const spoken = rows.map(({ name, values }) => {
    const parts = natures.flatMap((nature) => {
      const value = values[nature];
      return value === undefined ? [] : [`${t(`enums.Nature.${nature}`)} ${formats.energy(value)}`];
    });
    return `${name} : ${parts.join(', ') || t('design.curve.gap')}`;
  });
  return (
    <ChartCard
      title={title}
      state={query}
      height={height}
      room={monthlyRoom}
      empty={query.data && rows.every(({ values }) => Object.keys(values).length === 0) && <NoValues />}
      legend={<NatureLegend natures={natures} />}
      graph={
        <StackedBars
          label={`${title}. ${spoken.join('. ')}`}
          rows={rows}
          natures={above}
          below={below}
          height={height}
        />
      }
      table={<StackedTable caption={title} header={t('dashboard.monthly.month')} rows={rows} natures={natures} />}
      note={[
        range.from !== period.from && t('dashboard.monthly.year', { range: formats.dayRange(range.from, range.to) }),
        gaps.length > 0 && t('dashboard.monthly.gap', { months: gaps.join(', ') }),
      ]
        .filter(Boolean)
        .join('. ')}
    />
  );
}

function useRows(curve: LoadCurve | undefined, range: DayRange): StackedRow[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () =>
      (curve ? monthBalances(curve, range) : []).map(({ month, values, partial, provisional }) => ({
        id: month,
        name: formats.day(month, 'month'),
        tick: formats.day(month, 'monthShort'),
        values,
        note:
          [partial && t('dashboard.monthly.partial'), provisional && t('dashboard.monthly.provisional')]
            .filter(Boolean)
            .join(', ') || undefined,
      })),
    [curve, range, t, formats],
  );
}
