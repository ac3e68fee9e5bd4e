import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { DayRange } from '../../../design/period';
import { brokenDays, hatchedSince, type LoadCurve, type Nature, notDrawn } from '../viewpoint/viewpoint';

/** How many stretches of days are named. */
const stretches = 3;

/** The energy that tiles count and a curve does not draw, and the days of it; nothing where the two are the same. */
export function useNotDrawn(curve: LoadCurve | undefined, days: DayRange): string | undefined {
  const t = useT();
  const formats = useFormats();
  const rest = curve ? (Object.entries(notDrawn(curve)) as [Nature, number][]) : [];
  if (!curve || rest.length === 0) return undefined;
  const broken = brokenDays(curve, days);
  const named = broken.slice(0, stretches).map(({ from, to }) => formats.dayRange(from, to));
  return t('dashboard.curve.notDrawn', {
    energies: rest.map(([nature, energy]) => `${t(`enums.Nature.${nature}`)} ${formats.energy(energy)}`).join(', '),
    days: named.join(', ') + (broken.length > stretches ? '…' : ''),
  });
}

/** Since when a curve is provisional: hatched where it is drawn so, and not where another mark stands there. */
export function useProvisional(curve: LoadCurve | undefined): string | undefined {
  const t = useT();
  const formats = useFormats();
  if (!curve) return undefined;
  const hatched = hatchedSince(curve);
  if (hatched) return t('dashboard.curve.hatched', { date: formats.day(hatched, 'medium') });
  if (!curve.provisionalFrom) return undefined;
  return t('dashboard.curve.provisional', { date: formats.day(formats.dayOf(curve.provisionalFrom), 'medium') });
}
