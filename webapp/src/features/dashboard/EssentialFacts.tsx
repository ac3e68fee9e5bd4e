import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined';
import { addDays } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { Operation } from '../../api/operations';
import { Fact } from '../../design/Fact';
import type { DayRange } from '../../design/period';
import { type Essentials, nextDataOf, recentWeeks } from './essentialsModel';
import { type DateRanges, dataStateOf, type Viewpoint } from './model';
import { useHourProfile } from './queries';
import { useSpokenMonth } from './useSpoken';

interface MeaningProps {
  view: Exclude<Viewpoint, { kind: 'operation' }>;
  found: Essentials;
}

/**
 * The figures behind the rate. Where others gave energy too, prosumers among them, the rest is not
 * all from the grid, so that what all of them gave is told as well.
 */
export function Meaning({ view, found }: MeaningProps) {
  const t = useT();
  const formats = useFormats();
  const { shared, whole, rest, local } = found;
  const words = { shared: formats.energy(shared), whole: formats.energy(whole), rest: formats.energy(rest) };
  if (local === undefined || local === shared) {
    return t(`dashboard.essentials.meaning.${view.kind}`, words);
  }
  return t('dashboard.essentials.meaning.consumerOfSome', { ...words, all: formats.energy(local) });
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
  const next = nextDataOf(operation.dso, bounds.to, formats.dayOf());
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
