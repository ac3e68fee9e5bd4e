import type { Schemas } from '@openpmo/sdk';
import type { Day } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { NatureKey } from '@openpmo/ui/theme/natures';

export type SiteBalance = Schemas['SiteBalance'];
export type Balance = Schemas['EnergyBalance'];
export type MonthBalance = Schemas['MonthBalance'];

/** What a site uses, and what it makes. */
export type BalanceSide = 'used' | 'made';
export const balanceSides: readonly BalanceSide[] = ['used', 'made'];

/** A part of the energy of one side, named by what it is. */
export interface Part {
  name: 'shared' | 'grid' | 'unknown';
  nature: NatureKey;
  milliWh: number;
}

/** The parts of one side that are not nothing, as the server adds them up. */
export function partsOf(side: BalanceSide, of: Balance): Part[] {
  const parts: Part[] = [
    { name: 'shared', nature: 'Autoconso', milliWh: of.sharedMilliWh },
    { name: 'grid', nature: side === 'used' ? 'complement' : 'Surplus', milliWh: of.gridMilliWh },
    { name: 'unknown', nature: side === 'used' ? 'Conso' : 'Prod', milliWh: of.unknownMilliWh ?? 0 },
  ];
  return parts.filter(({ milliWh }) => milliWh > 0);
}

/** The sides of a site of which something is known in some month. */
export const sidesIn = (months: readonly MonthBalance[]): BalanceSide[] =>
  balanceSides.filter((side) => months.some((month) => month[side]));

/** The first day of a month of the contract. */
export const dayOfMonth = (month: string): Day => `${month}-01` as Day;

/** An energy of a balance, as finely as the others beside it. */
export function useEnergyOf({ grainMilliWh }: Pick<Balance, 'grainMilliWh'>): (milliWh: number) => string {
  const formats = useFormats();
  return (milliWh) => Object.values(formats.energyPartsAt(milliWh, grainMilliWh)).join('\u202f');
}

/** "de septembre", "d’octobre 2025": a month as it stands behind a noun. */
export function useSpokenMonth(): (month: string) => string {
  const t = useT();
  const formats = useFormats();
  return (month) => {
    const thisYear = month.slice(0, 4) === formats.dayOf().slice(0, 4);
    const name = formats.day(dayOfMonth(month), thisYear ? 'monthName' : 'month');
    return t(/^[aeiou]/.test(name) ? 'myEnergy.ofMonthVowel' : 'myEnergy.ofMonth', { month: name });
  };
}
