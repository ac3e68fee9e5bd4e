import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, useMemo, useState } from 'react';
import type { StackedRow } from '../../../design/barNumbers';
import { ChartCard, lineRoom } from '../../../design/ChartCard';
import type { DayRange } from '../../../design/period';
import { StackedTable } from '../lazyTables';
import { NoValues } from '../NoValues';
import { useHourProfile } from '../queries';
import type { Viewpoint } from '../viewpoint/viewpoint';
import { NatureChoice, naturesToChoose } from './NatureChoice';

/** The bars are a chunk of their own. */
const StackedBars = lazy(() =>
  import('../../../design/StackedBars').then((module) => ({ default: module.StackedBars })),
);

const height = 240;
export const hoursRoom = height + lineRoom;

/** A mean day, hour by hour: when energy is made or used. */
export function HoursCard({ view, period }: { view: Viewpoint; period: DayRange }) {
  const t = useT();
  const formats = useFormats();
  const choice = naturesToChoose[view.kind];
  const [chosen, setNature] = useState(choice[0]);
  const nature = choice.includes(chosen) ? chosen : choice[0];
  const query = useHourProfile(view, nature, period);
  const rows = useRows(query.data);
  const title = t('dashboard.hours.title', { nature: t(`enums.Nature.${nature}`) });
  const best = highest(rows, nature);
  const summary =
    best && t('dashboard.hours.best', { hour: best.name, value: formats.energy(best.values[nature] ?? 0) });
  const natures = useMemo(() => [nature], [nature]);
  return (
    <ChartCard
      title={title}
      state={query}
      height={height}
      room={hoursRoom}
      empty={query.data && !best && <NoValues />}
      actions={<NatureChoice options={choice} value={nature} onChange={setNature} />}
      graph={<StackedBars label={`${title}. ${summary ?? ''}`} rows={rows} natures={natures} height={height} />}
      table={<StackedTable caption={title} header={t('design.heatmap.hourOfDay')} rows={rows} natures={natures} />}
      note={
        query.data && `${t('dashboard.hours.note', { smart_count: query.data.days })}${summary ? ` ${summary}` : ''}`
      }
    />
  );
}

/** An hour without any value has no bar. */
function useRows(profile: Schemas['HourProfile'] | undefined): StackedRow[] {
  const t = useT();
  return useMemo(
    () =>
      (profile?.values ?? []).map((value, hour) => ({
        id: String(hour).padStart(2, '0'),
        name: t('design.heatmap.hour', { from: hour, to: hour + 1 }),
        tick: t('design.heatmap.clock', { hour }),
        values: profile && value !== null ? { [profile.nature]: value } : {},
      })),
    [profile, t],
  );
}

const highest = (rows: readonly StackedRow[], nature: Schemas['Nature']): StackedRow | undefined =>
  rows.reduce<StackedRow | undefined>((best, row) => {
    const value = row.values[nature];
    return value !== undefined && (!best || value > (best.values[nature] ?? 0)) ? row : best;
  }, undefined);
