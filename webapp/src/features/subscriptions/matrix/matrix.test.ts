import type { Schemas } from '@openpmo/sdk';
import { describe, expect, it } from 'vitest';
import type { Site } from '../../parties/parties';
import type { Subscription } from '../queries';
import { holesOf, isHole, matrixOf } from './matrix';

const site = (id: string, kind: 'consumer' | 'producer' | 'prosumer', part: Partial<Site> = {}): Site => ({
  id,
  operationId: 'o',
  name: `Site ${id}`,
  energyType: kind === 'producer' ? 'producer' : 'consumer',
  dsoId: `000${id}`,
  status: 'up',
  activationRange: { entry: '2026-01-01' },
  entryDateKnown: true,
  isProsumer: kind === 'prosumer',
  mayLeave: true,
  dsoDetails: { name: id, folder_status: 'up', account_status: 'NONE' },
  ...part,
});

const sub = (consumerId: string, producerId: string | undefined, status: Schemas['SubscriptionStatus'] = 'ACTIVE') =>
  ({
    id: `${consumerId}${producerId}${status}`,
    operationId: 'o',
    consumerId,
    consumerName: `Site ${consumerId}`,
    ...(producerId ? { producerId, producerName: `Site ${producerId}` } : {}),
    plan: { id: 'plan', name: 'Plan' },
    status,
    startDate: '2026-01-01',
  }) satisfies Subscription;

const sites = [site('c10', 'consumer'), site('c2', 'consumer'), site('b', 'prosumer'), site('p', 'producer')];
const of = (subscriptions: Subscription[], all = sites) => matrixOf(subscriptions, all, '2026-11-23', 'fr');

describe('subscriptions as a matrix', () => {
  it('has consumers by sellers, by name as people count, and tells the pairs that nothing binds', () => {
    const matrix = of([sub('c2', 'p'), sub('c2', 'b', 'ENDED'), sub('c10', 'p', 'UPCOMING')]);
    expect(matrix.sellers.map(({ name }) => name)).toEqual(['Site b', 'Site p']);
    expect(matrix.rows.map(({ name }) => name)).toEqual(['Site b', 'Site c2', 'Site c10']);
    expect(matrix.rows.map(({ cells }) => cells.map(isHole))).toEqual([
      [false, true], // nobody buys from himself
      [true, false], // the one with b has ended
      [true, false],
    ]);
    expect(matrix.rows[2]?.cells[1]?.upcoming?.id).toBe('c10pUPCOMING');
    expect(holesOf(matrix, matrix.rows)).toEqual([
      { consumerId: 'b', consumerName: 'Site b', producerId: 'p', producerName: 'Site p' },
      { consumerId: 'c2', consumerName: 'Site c2', producerId: 'b', producerName: 'Site b' },
      { consumerId: 'c10', consumerName: 'Site c10', producerId: 'b', producerName: 'Site b' },
    ]);
  });

  it('has the operation as a seller where somebody buys from it, and looks for no other of his', () => {
    const matrix = of([sub('c2', undefined)]);
    expect(matrix.sellers[0]).toEqual({});
    const [, c2, c10] = matrix.rows;
    expect(c2?.cells.map(isHole)).toEqual([false, false, false]);
    expect(c10?.cells.map(isHole)).toEqual([false, true, true]);
  });

  it('leaves out who is not there any more or yet, unless somebody is still bound', () => {
    const gone = [
      site('x', 'consumer', { activationRange: { entry: '2025-01-01', exit: '2026-11-22' } }),
      site('y', 'consumer', { activationRange: {} }),
      site('z', 'producer', { activationRange: { entry: '2025-01-01', exit: '2026-01-01' } }),
    ];
    expect(of([], [...sites, ...gone]).rows).toHaveLength(3);
    const bound = of([sub('x', 'z')], [...sites, ...gone]);
    expect(bound.rows.map(({ name }) => name)).toContain('Site x');
    expect(bound.sellers.map(({ name }) => name)).toContain('Site z');
  });
});
