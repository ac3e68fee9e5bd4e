import type { Schemas } from '@openpmo/sdk';
import type { Day } from '@openpmo/ui/formats/date';
import type { DayRange } from '../../../design/period';

/** Where the card of all problems stands in its page. */
export const healthId = 'data-health';

export type SiteHealth = Schemas['SiteHealth'];

type Problem = Schemas['DataProblem'];
type Kind = Problem['kind'];
type Site = Pick<SiteHealth, 'problems'>;

/** Problems of one kind on the same days, of one curve or of several. */
export interface SharedProblem extends Problem {
  natures: NonNullable<Problem['nature']>[];
}

/** Problems as people read them: a day that misses two curves is told once. The order stays. */
export function sharedProblems(problems: readonly Problem[]): SharedProblem[] {
  const out = new Map<string, SharedProblem>();
  for (const problem of problems) {
    const { kind, nature, ranges, energyMilliWh = '', rule = '' } = problem;
    const key = JSON.stringify([kind, rule, ranges, energyMilliWh]);
    const before = out.get(key);
    const natures = [...(before?.natures ?? []), ...(nature ? [nature] : [])];
    out.set(key, { ...(before ?? problem), natures });
  }
  return [...out.values()];
}

/** How many sites have each kind of problem, the kinds in the order in which they come first. */
export function sitesByKind(sites: readonly Site[]): [Kind, number][] {
  const counts = new Map<Kind, number>();
  for (const { problems } of sites) {
    for (const kind of new Set(problems.map((one) => one.kind))) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts];
}

/** Since when nothing has come of what is missing to the end of a period. */
export function silentSince({ kind, ranges }: Pick<Problem, 'kind' | 'ranges'>, { to }: DayRange): Day | undefined {
  const last = ranges.at(-1);
  return kind === 'MISSING' && last && last.to >= to ? last.from : undefined;
}
