import type { Schemas } from '@openpmo/sdk';
import { addDays } from '@openpmo/ui/formats/date';
import { type Curve, stepMs } from '../../../../design/drawnCurve';

/** One step of a day, by its instant: hours that come twice in autumn are two steps. */
export interface Step {
  /** Start of the step, as the server is asked. */
  at: string;
  /** mWh produced; undefined where a measure is missing. */
  produced: number | undefined;
  /** Every site has a measure: only then can it be shared, for a gap is not zero. */
  whole: boolean;
}

/** The steps of a day that the server has, first to last, whatever the length of the day. */
export function stepsOf(curve: Curve | undefined): Step[] {
  const length = curve && stepMs(curve.step);
  const values = curve?.series.find(({ nature }) => nature === 'Prod')?.values;
  if (!curve || !length || !values) return [];
  const consumed = curve.series.find(({ nature }) => nature === 'Conso')?.values;
  const first = Date.parse(curve.start);
  return values.map((value, index) => ({
    at: new Date(first + index * length).toISOString(),
    produced: value ?? undefined,
    whole: isWhole(value, consumed?.[index]),
  }));
}

const isWhole = (...values: (number | null | undefined)[]) => values.every((value) => typeof value === 'number');

/** The step to begin with: of those that can be shared, the one with the largest production. */
export const fullestStep = (steps: readonly Step[]): Step | undefined =>
  steps.reduce<Step | undefined>(
    (best, step) => (step.whole && (step.produced ?? -1) > (best?.produced ?? -1) ? step : best),
    undefined,
  );

/** The last day of a curve by days on which no measure is missing. */
export function lastWholeDay(curve: Curve | undefined): string | undefined {
  const of = (wanted: 'Prod' | 'Conso') => curve?.series.find(({ nature }) => nature === wanted)?.values;
  const [produced, consumed] = [of('Prod') ?? [], of('Conso') ?? []];
  const last = produced.findLastIndex((value, index) => isWhole(value, consumed[index]));
  return curve && last >= 0 ? addDays(curve.start.slice(0, 10), last) : undefined;
}

/** The step of an address, if the day has it: written otherwise, it is the same instant. */
export function stepAt(steps: readonly Step[], at: string | undefined): Step | undefined {
  const wanted = at === undefined ? Number.NaN : Date.parse(at);
  return steps.find((step) => Date.parse(step.at) === wanted);
}

/** Wall clock times that come twice on a day, so that they need a word more. */
export function twiceTold(times: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const time of times) (seen.has(time) ? twice : seen).add(time);
  return twice;
}

export type Explanation = Schemas['AllocationExplanation'];
export type Round = Schemas['ExplainedRound'];
export type Share = Schemas['ExplainedShare'];

/** Who a round served: the site that was asked about first, then who received most; nobody who took no part. */
export function sharesOf({ shares }: Round, asked: string | undefined): Share[] {
  return shares
    .filter(
      ({ participantId, needMilliWh, gotMilliWh }) => participantId === asked || needMilliWh > 0 || gotMilliWh > 0,
    )
    .sort(
      (a, b) =>
        Number(b.participantId === asked) - Number(a.participantId === asked) ||
        b.gotMilliWh - a.gotMilliWh ||
        a.name.localeCompare(b.name, 'fr', { numeric: true }),
    );
}
