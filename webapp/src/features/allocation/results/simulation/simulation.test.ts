import { describe, expect, it } from 'vitest';
import { editedKey, isForEveryone, numbersOf, parameterOf } from '../../key/key';
import type { Sites } from '../../key/sites';
import {
  comparisons,
  firstNumbers,
  outcomeOf,
  type SimulatedSite,
  simulatedTypes,
  simulationBody,
  withMethod,
} from './simulation';

const site = (id: string) => ({ id, name: id, dsoId: id });
const sites: Sites = { consumers: ['a', 'b', 'c'].map(site), producers: ['p', 'q'].map(site), names: new Map() };
const days = { from: '2026-10-01', to: '2026-10-31' };

describe('the key to try', () => {
  it('is never one whose coefficients are imported', () => {
    expect(simulatedTypes).not.toContain('simple_dynamic');
    expect(simulatedTypes).toHaveLength(7);
  });

  it.each(simulatedTypes.filter((type) => type !== 'by_pool'))('%s can be tried at once', (type) => {
    const key = withMethod(editedKey(undefined), type, sites);
    expect(!parameterOf(type) || isForEveryone(key) || Object.keys(numbersOf(key)).length >= 3).toBe(true);
  });

  it('has a percentage each that together are not above 100', () => {
    expect(firstNumbers('static', sites)).toEqual({ a: 34, b: 33, c: 33 });
    expect(firstNumbers('by_ungrouped_priority', sites)).toMatchObject({ 'a:p': 1, 'a:q': 2, 'c:q': 2 });
  });

  it('keeps the numbers that a method already has', () => {
    const key = editedKey({ type: 'by_weight', params: [{ consumerId: 'a', value: 7 }] });
    expect(numbersOf(withMethod(key, 'by_weight', sites))).toEqual({ a: 7 });
    expect(numbersOf(withMethod(withMethod(key, 'by_default', sites), 'by_weight', sites))).toEqual({ a: 7 });
  });

  it('is sent by its id, or as it was made up', () => {
    expect(simulationBody({ kind: 'stored', configId: 'x' }, days)).toEqual({
      dateFrom: '2026-10-01',
      dateTo: '2026-10-31',
      configId: 'x',
    });
    const key = withMethod(editedKey(undefined), 'by_weight', sites);
    expect(simulationBody({ kind: 'own', key }, days)).toMatchObject({
      type: 'by_weight',
      params: [
        { consumerId: 'a', value: 1 },
        { consumerId: 'b', value: 1 },
        { consumerId: 'c', value: 1 },
      ],
    });
  });
});

describe('the result', () => {
  const of = (participantId: string, differenceMilliWh: number): SimulatedSite => ({
    participantId,
    name: participantId,
    consumptionMilliWh: 1e9,
    inForceMilliWh: 0,
    simulatedMilliWh: differenceMilliWh,
    differenceMilliWh,
  });

  it('names winners and losers, the largest first, and no rounding', () => {
    const { winners, losers, same } = outcomeOf([
      of('a', 999),
      of('b', 1000),
      of('c', -5000),
      of('d', 9000),
      of('e', -1000),
    ]);
    expect(winners.map(({ participantId }) => participantId)).toEqual(['d', 'b']);
    expect(losers.map(({ participantId }) => participantId)).toEqual(['c', 'e']);
    expect(same).toBe(1);
  });

  it('sets both keys beside each other, line by line', () => {
    const lines = comparisons({
      inForce: { sharedMilliWh: 10, surplusMilliWh: 5, minCoverageRate: 0.1 },
      simulated: { sharedMilliWh: 12, surplusMilliWh: 3, minCoverageRate: 0.2 },
    });
    expect(lines.map(({ id }) => id)).toEqual([
      'shared',
      'surplus',
      'selfConsumption',
      'selfProduction',
      'min',
      'median',
      'max',
    ]);
    expect(lines[1]).toEqual({ id: 'surplus', as: 'energy', inForce: 5, simulated: 3 });
    expect(lines[5]).toMatchObject({ inForce: undefined, simulated: undefined });
  });
});
