import type { Schemas } from '@openpmo/sdk';
import {
  type EditedKey,
  equalPercentages,
  type KeyType,
  keyBody,
  keyTypes,
  type Numbers,
  numbersOf,
  parameterOf,
  paramKey,
} from '../../key/key';
import type { Sites } from '../../key/sites';

export type Result = Schemas['AllocationSimulationResult'];
export type SimulatedSite = Schemas['SimulatedParticipant'];
type Totals = Schemas['SimulatedTotals'];

type GainLack = NonNullable<SimulatedSite['gainLack']>;

/** The consumers whose gain in money is not known, by reason, in the order of the answer. */
export function withoutGain(sites: readonly SimulatedSite[]): { lack: GainLack; names: string[] }[] {
  const by = new Map<GainLack, string[]>();
  for (const { name, gainLack } of sites) {
    if (gainLack) by.set(gainLack, [...(by.get(gainLack) ?? []), name]);
  }
  return [...by].map(([lack, names]) => ({ lack, names }));
}

/** What can be tried: imported coefficients belong to their months and to no key. */
export const simulatedTypes = keyTypes.filter((type) => type !== 'simple_dynamic');

/** Numbers to begin with, so that every method can be tried at once: equal ones for all. */
export function firstNumbers(type: KeyType, { consumers, producers }: Sites): Numbers {
  const ids = consumers.map(({ id }) => id);
  switch (parameterOf(type)) {
    case 'percentage':
      return equalPercentages(ids);
    case 'shares':
      return Object.fromEntries(ids.map((id) => [paramKey(id), 1]));
    case 'priority':
      if (type !== 'by_ungrouped_priority') return Object.fromEntries(ids.map((id) => [paramKey(id), 1]));
      return Object.fromEntries(
        ids.flatMap((id) => producers.map((producer, rank): [string, number] => [paramKey(id, producer.id), rank + 1])),
      );
    default:
      return {};
  }
}

/** The key with a method whose numbers, if it has any, are there. */
export function withMethod(key: EditedKey, type: KeyType, sites: Sites): EditedKey {
  const next = { ...key, type };
  // A selection begins with everybody, which is none.
  const kind = parameterOf(type);
  if (!kind || kind === 'selection' || Object.keys(numbersOf(next)).length > 0) return next;
  return { ...next, numbers: { ...next.numbers, [type]: firstNumbers(type, sites) } };
}

/** What is tried: a stored key by its id, or one that is made up here. */
export type Trial = { kind: 'stored'; configId: string } | { kind: 'own'; key: EditedKey };

export function simulationBody(trial: Trial, days: { from: string; to: string }): Schemas['AllocationSimulation'] {
  const range = { dateFrom: days.from, dateTo: days.to };
  return trial.kind === 'stored' ? { ...range, configId: trial.configId } : { ...range, ...keyBody(trial.key) };
}

/** A line of the comparison: two figures of one kind, and whether more is better. */
export interface Comparison {
  id: 'shared' | 'surplus' | 'selfConsumption' | 'selfProduction' | 'min' | 'median' | 'max';
  as: 'energy' | 'rate';
  inForce: number | undefined;
  simulated: number | undefined;
}

export function comparisons({ inForce, simulated }: Pick<Result, 'inForce' | 'simulated'>): Comparison[] {
  const line = (id: Comparison['id'], as: Comparison['as'], value: (totals: Totals) => number | undefined) => ({
    id,
    as,
    inForce: value(inForce),
    simulated: value(simulated),
  });
  return [
    line('shared', 'energy', (one) => one.sharedMilliWh),
    line('surplus', 'energy', (one) => one.surplusMilliWh),
    line('selfConsumption', 'rate', (one) => one.selfConsumptionRate),
    line('selfProduction', 'rate', (one) => one.selfProductionRate),
    line('min', 'rate', (one) => one.minCoverageRate),
    line('median', 'rate', (one) => one.medianCoverageRate),
    line('max', 'rate', (one) => one.maxCoverageRate),
  ];
}

/** Less than a Wh is no gain: what rounding moves is not told apart. */
export const noticeableMilliWh = 1000;

export interface Outcome {
  winners: SimulatedSite[];
  losers: SimulatedSite[];
  /** Sites for which nothing changes. */
  same: number;
}

/** Who gains and who loses, the largest first. */
export function outcomeOf(participants: readonly SimulatedSite[]): Outcome {
  const sorted = [...participants].sort((a, b) => b.differenceMilliWh - a.differenceMilliWh);
  const winners = sorted.filter(({ differenceMilliWh }) => differenceMilliWh >= noticeableMilliWh);
  const losers = sorted.filter(({ differenceMilliWh }) => differenceMilliWh <= -noticeableMilliWh).reverse();
  return { winners, losers, same: participants.length - winners.length - losers.length };
}
