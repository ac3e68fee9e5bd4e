import type { Schemas } from '@openpmo/sdk';

export type SiteDrift = Schemas['SiteDrift'];
export type DayDrift = Schemas['DayDrift'];
export type Contradiction = Schemas['PairContradiction'];

/** The operator's energy and ours, of a site or of a day of it. */
export type DriftFigures = Pick<DayDrift, 'sharedMilliWh' | 'expectedMilliWh' | 'differenceMilliWh'>;

/** Thresholds that are offered beside that of the settings, in percent. */
export const thresholds = [1, 2, 5, 10] as const;

/** The threshold that the address asks for; undefined for that of the settings. */
export function thresholdOf(text: string | null): number | undefined {
  const found = thresholds.find((one) => String(one) === text);
  return found;
}

/** Ours less the operator's as a part of the operator's; undefined where the operator has nothing. */
export const driftRate = ({
  sharedMilliWh,
  differenceMilliWh,
}: Pick<DayDrift, 'sharedMilliWh' | 'differenceMilliWh'>) =>
  sharedMilliWh === 0 ? undefined : differenceMilliWh / sharedMilliWh;

/** The alerts first, then what moved most: days that make up for each other do not hide. */
export const bySize = (sites: readonly SiteDrift[]): SiteDrift[] =>
  [...sites].sort((a, b) => Number(b.alert) - Number(a.alert) || b.movedMilliWh - a.movedMilliWh);

/** How many days of a site are above the threshold. */
export const alertDaysOf = ({ days }: SiteDrift): number => days.filter(({ alert }) => alert).length;

/** The day to explain first: the one with the largest difference. */
export const worstDay = ({ days }: SiteDrift): DayDrift | undefined =>
  days.reduce<DayDrift | undefined>(
    (worst, day) => (worst && Math.abs(worst.differenceMilliWh) >= Math.abs(day.differenceMilliWh) ? worst : day),
    undefined,
  );
