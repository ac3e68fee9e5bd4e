import type { Schemas } from '@openpmo/sdk';
import type { LoadCurve } from '../viewpoint/viewpoint';

export type ExpectedProducer = Schemas['ExpectedProducer'];

/** Those of which the weather of any day is known; where it never is, as with no service for the place, there is nothing to show. The least of what was promised comes first. */
export const foreseen = (producers: readonly ExpectedProducer[]): ExpectedProducer[] =>
  producers
    .filter(({ days }) => days.some(({ expectedMilliWh }) => expectedMilliWh !== undefined))
    .sort((a, b) => (a.ratio ?? Number.POSITIVE_INFINITY) - (b.ratio ?? Number.POSITIVE_INFINITY));

/** Measured and expected production as curves of days, to stand beside each other. */
export function expectedCurves({ days }: Pick<ExpectedProducer, 'days'>, timezone: string) {
  const curve = (key: 'expectedMilliWh' | 'measuredMilliWh'): LoadCurve => ({
    unit: 'mWh',
    timezone,
    // Noon of the first day lies on that day in every zone of the product.
    start: `${days[0]?.day}T12:00:00Z`,
    step: 'P1D',
    sourceStep: 'P1D',
    series: [{ nature: 'Prod', scope: 'Global', values: days.map((one) => one[key] ?? null) }],
  });
  return { measured: curve('measuredMilliWh'), expected: curve('expectedMilliWh') };
}
