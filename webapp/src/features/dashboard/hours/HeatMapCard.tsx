import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { ChartCard } from '../../../design/ChartCard';
import { DayHourHeatmap } from '../../../design/DayHourHeatmap';
import type { HeatMap } from '../../../design/heatmapCells';
import type { DayRange } from '../../../design/period';
import { HeatmapTable } from '../lazyTables';
import { NoValues } from '../NoValues';
import { useHeatMap } from '../queries';
import type { Viewpoint } from '../viewpoint/viewpoint';
import { NatureChoice, naturesToChoose } from './NatureChoice';

const height = 192;
/** With the days and the scale under it, and the note. */
export const heatMapRoom = height + 66;

/** Energy by day and hour, as a picture of the whole period. */
export function HeatMapCard({ view, period }: { view: Viewpoint; period: DayRange }) {
  const t = useT();
  const formats = useFormats();
  const choice = naturesToChoose[view.kind];
  const [chosen, setNature] = useState(choice[0]);
  const nature = choice.includes(chosen) ? chosen : choice[0];
  const query = useHeatMap(view, nature, period);
  const title = t('dashboard.heatmap.title', { nature: t(`enums.Nature.${nature}`) });
  const range = formats.dayRange(period.from, period.to);
  const peak = query.data && peakOf(query.data);
  const summary = [
    `${title}, ${range}`,
    peak &&
      t('dashboard.heatmap.peak', {
        value: formats.energy(peak.milliWh),
        date: formats.day(peak.date, 'medium'),
        hour: t('design.heatmap.hour', { from: peak.hour, to: peak.hour + 1 }),
      }),
  ].filter(Boolean);
  return (
    <ChartCard
      title={title}
      state={query}
      height={height}
      room={heatMapRoom}
      empty={query.data && !peak && <NoValues />}
      actions={<NatureChoice options={choice} value={nature} onChange={setNature} />}
      graph={query.data && <DayHourHeatmap map={query.data} label={summary.join('. ')} height={height} />}
      table={query.data && <HeatmapTable map={query.data} caption={`${title}, ${range}`} />}
      {...(peak ? { note: summary[1] } : {})}
    />
  );
}

/** The hour with the most energy; nothing when no hour has a value. */
function peakOf({ days }: HeatMap): { date: string; hour: number; milliWh: number } | undefined {
  let best: { date: string; hour: number; milliWh: number } | undefined;
  for (const { date, values } of days) {
    values.forEach((milliWh, hour) => {
      if (milliWh !== null && (!best || milliWh > best.milliWh)) best = { date, hour, milliWh };
    });
  }
  return best;
}
