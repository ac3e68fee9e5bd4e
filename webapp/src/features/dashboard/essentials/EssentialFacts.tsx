import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import { addDays } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { Operation } from '../../../api/operations';
import { Fact } from '../../../design/Fact';
import type { DayRange } from '../../../design/period';
import { useHourProfile } from '../queries';
import { type DateRanges, dataStateOf, type Viewpoint } from '../viewpoint/viewpoint';
import { type Essentials, nextDataOf, recentWeeks } from './essentials';
import { useSpokenMonth } from './useSpokenPeriod';

interface MeaningProps {
  view: Exclude<Viewpoint, { kind: 'operation' }>;
  found: Essentials;
}

/** The figures behind the rate; they add up as they are shown. */
export function Meaning({ view, found }: MeaningProps) {
  const t = useT();
  const energy = useEnergyOf(found);
  const words = { shared: energy(found.shared), whole: energy(found.whole), rest: energy(found.rest) };
  const meaning = t(`dashboard.essentials.meaning.${view.kind}`, words);
  if (found.unknown === 0) return meaning;
  return [meaning, t('dashboard.essentials.meaning.unknown', { energy: energy(found.unknown) })].join(' ');
}

/** The energies of the essence in words, all as fine as the smallest of them. */
export function useEnergyOf({ grain }: Pick<Essentials, 'grain'>): (milliWh: number) => string {
  const formats = useFormats();
  return (milliWh) => Object.values(formats.energyPartsAt(milliWh, grain)).join('\u202f');
}

/** When an appliance ran on what the operation had left over, by the surplus of the last weeks. */
export function BestHours({ operationId, bounds }: { operationId: string; bounds: DayRange }) {
  const t = useT();
  const formats = useFormats();
  const { data } = useHourProfile({ kind: 'operation', operationId }, 'Surplus', recentWeeks(bounds));
  if (!data || data.days < fewestDays) return null;
  const { best } = data;
  return (
    <Fact icon={<ScheduleOutlined />}>
      {best
        ? t('dashboard.essentials.best', { from: best.from, to: best.to, value: formats.energy(best.energyMilliWh) })
        : t('dashboard.essentials.noneLeft')}
    </Fact>
  );
}

/** Of fewer days nothing is said about hours. */
const fewestDays = 7;

interface NextProps {
  operation: Operation;
  ranges: DateRanges;
  bounds: DayRange;
}

/** From when on figures may still change, and the data that comes next. */
export function Next({ operation, ranges, bounds }: NextProps) {
  const t = useT();
  const formats = useFormats();
  const spokenMonth = useSpokenMonth();
  const { definitiveTo, provisionalTo } = dataStateOf(ranges);
  const next = nextDataOf(operation, bounds.to, formats.dayOf());
  const from = definitiveTo ? addDays(definitiveTo, 1) : bounds.from;
  const parts = [
    provisionalTo
      ? t('dashboard.essentials.provisional', { date: formats.day(from, 'short') })
      : t('dashboard.essentials.definitive'),
    t(`dashboard.essentials.next.${next.kind}`, {
      day: formats.day(next.day, next.kind === 'late' ? 'medium' : 'short'),
      on: formats.day(addDays(next.day, 1), 'short'),
      month: spokenMonth(next.day),
    }),
  ];
  return parts.join(' ');
}
