import type { Schemas } from '@openpmo/sdk';
import type { Day } from '@openpmo/ui/formats/date';
import type { LoadCurve } from '../viewpoint/viewpoint';

export type ExpectedProducer = Schemas['ExpectedProducer'];

/** What was expected and measured on the days that have both, mWh. */
export interface ExpectedSum {
  expected: number;
  measured: number;
  days: number;
  /** Measured over expected; nothing when nothing was expected. */
  ratio?: number;
}

export function expectedSum(producers: readonly Pick<ExpectedProducer, 'days'>[]): ExpectedSum {
  let [expected, measured] = [0, 0];
  const days = new Set<Day>();
  for (const one of producers.flatMap((producer) => producer.days)) {
    if (one.expectedMilliWh === undefined || one.measuredMilliWh === undefined) continue;
    expected += one.expectedMilliWh;
    measured += one.measuredMilliWh;
    days.add(one.day);
  }
  return { expected, measured, days: days.size, ...(expected > 0 ? { ratio: measured / expected } : {}) };
}

/** Whether the weather of any day is known; where it never is, as with no service for the place, there is nothing to show. */
export const isForeseen = (producers: readonly Pick<ExpectedProducer, 'days'>[]): boolean =>
  producers.some(({ days }) => days.some(({ expectedMilliWh }) => expectedMilliWh !== undefined));

/** A sum over producers by the day: known when it is known of each of them. */
function byDay(producers: readonly ExpectedProducer[], key: 'expectedMilliWh' | 'measuredMilliWh'): (number | null)[] {
  const days = producers[0]?.days ?? [];
  return days.map(({ day }) => {
    let sum = 0;
    for (const producer of producers) {
      const value = producer.days.find((one) => one.day === day)?.[key];
      if (value === undefined) return null;
      sum += value;
    }
    return sum;
  });
}

/** Measured and expected production as curves of days, to stand beside each other; nothing without a day. */
export function expectedCurves(
  producers: readonly ExpectedProducer[],
  timezone: string,
): { measured: LoadCurve; expected: LoadCurve } | undefined {
  const first = producers[0]?.days[0]?.day;
  if (!first) return undefined;
  const curve = (key: 'expectedMilliWh' | 'measuredMilliWh'): LoadCurve => ({
    unit: 'mWh',
    timezone,
    // Noon of the first day lies on that day in every zone of the product.
    start: `${first}T12:00:00Z`,
    step: 'P1D',
    sourceStep: 'P1D',
    series: [{ nature: 'Prod', scope: 'Global', values: byDay(producers, key) }],
  });
  return { measured: curve('measuredMilliWh'), expected: curve('expectedMilliWh') };
}

/** Below this part of what the weather promised, a producer deserves a look. */
const lowRatio = 0.8;

export const isLow = (ratio: number | undefined): boolean => ratio !== undefined && ratio < lowRatio;
