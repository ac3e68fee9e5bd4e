import { describe, expect, it } from 'vitest';
import type { Recipient } from './queries';
import { audienceOf, countsOf, recipientsIn } from './recipients';

const one = (id: string, name: string, more: Partial<Recipient> = {}): Recipient => ({
  id,
  name,
  kind: 'SITE',
  groups: ['consumers'],
  reach: 'REACHABLE',
  language: 'fr',
  email: `${id}@example.org`,
  ...more,
});

const all = [
  one('a', 'École'),
  one('b', 'Ferme', { groups: ['consumers', 'producers'], reach: 'MISSING' }),
  one('c', 'Ana', { kind: 'OBSERVER', groups: ['observers'], holder: 'Mairie' }),
];

describe('recipients', () => {
  it('are counted on each side that they are on', () => {
    expect(countsOf(all)).toEqual({ all: 3, consumers: 2, producers: 1, observers: 1 });
  });

  it('are found by name, holder and address', () => {
    const names = (group: Parameters<typeof recipientsIn>[1], search: string) =>
      recipientsIn(all, group, search).map(({ name }) => name);
    expect(names('all', 'ecole')).toEqual(['École']);
    expect(names('observers', 'mairie')).toEqual(['Ana']);
    expect(names('producers', '')).toEqual(['Ferme']);
    expect(names('consumers', 'c@example')).toEqual([]);
  });

  it('say who of the chosen cannot be written to, also out of sight', () => {
    const { chosen, reachable, unreached } = audienceOf(all, ['a', 'b']);
    expect(chosen.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(reachable.map(({ id }) => id)).toEqual(['a']);
    expect(unreached.map(({ id }) => id)).toEqual(['b']);
  });
});
