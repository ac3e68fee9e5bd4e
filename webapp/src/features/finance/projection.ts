import type { MoneyRow } from './months/series';
import type { Projected } from './queries';

/** What a month to come would bring; energy that was not measured is not known, which is not nothing. */
export const aheadOf = (month: Projected): MoneyRow['values'] => ({
  invoiced: month.sharedMilliWh === undefined ? undefined : month.energyNetCents,
  fixed: month.fixedNetCents,
  rest: month.surplusCents,
});

/** What is known of some months to come, together. */
export const totalAhead = (months: readonly Projected[]): number =>
  months.reduce(
    (all, { energyNetCents, fixedNetCents, surplusCents = 0 }) => all + energyNetCents + fixedNetCents + surplusCents,
    0,
  );
