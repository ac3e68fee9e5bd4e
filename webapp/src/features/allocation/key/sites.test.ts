import type { Schemas } from '@openpmo/sdk';
import { expect, it } from 'vitest';
import { nextKeyDay, sitesOf } from './sites';

const site = (name: string, activationRange: { entry?: string; exit?: string } = {}, energyType = 'consumer') =>
  ({ id: name, name, dsoId: name, energyType, isProsumer: false, activationRange }) as Schemas['Participant'];
const all = [
  site('Left', { entry: '2025-01-01', exit: '2026-10-14' }),
  site('After', { entry: '2026-10-15' }),
  site('Comes', { entry: '2026-12-01' }),
  site('Asked'),
  site('Roof', { entry: '2025-01-01' }, 'producer'),
];
const today = '2026-11-20';

it.each([
  ['from today', { from: today }, ['After', 'Asked', 'Comes']],
  ['from before somebody left', { from: '2026-10-01' }, ['After', 'Asked', 'Comes', 'Left']],
  ['on the last day of somebody', { from: '2026-10-14' }, ['After', 'Asked', 'Comes', 'Left']],
  ['on the day after', { from: '2026-10-15' }, ['After', 'Asked', 'Comes']],
  ['days that are over', { from: '2026-10-01', until: '2026-10-15' }, ['Left']],
  ['until somebody comes', { from: today, until: '2026-12-01' }, ['After', 'Asked']],
] as const)('lists the sites of a key, %s', (_, days, want) => {
  expect(sitesOf(all, days, today).consumers.map(({ id }) => id)).toEqual(want);
});

it('says of a site that it has left or is to come', () => {
  const { consumers, producers, names } = sitesOf(all, { from: '2026-10-01' }, today);
  const of = (name: string) => consumers.find(({ id }) => id === name);
  expect(of('Left')?.left).toBe('2026-10-14');
  expect(of('Comes')?.comes).toBe('2026-12-01');
  expect(of('After')).toEqual({ id: 'After', name: 'After', dsoId: 'After' });
  expect(producers.map(({ id }) => id)).toEqual(['Roof']);
  expect(names.size).toBe(all.length);
});

it('knows the day of the next key for the same days of the year', () => {
  const versions = [
    { version: 4, season: 'haute', effectiveDate: '2026-11-01' },
    { version: 3, effectiveDate: '2027-01-01' },
    { version: 2, effectiveDate: '2026-12-01' },
    { version: 1, effectiveDate: '2026-11-15' },
  ];
  expect(nextKeyDay(versions, '', '2026-10-01')).toBe('2026-12-01');
  expect(nextKeyDay(versions, '', '2026-12-01')).toBe('2027-01-01');
  expect(nextKeyDay(versions, 'haute', '2026-10-01')).toBe('2026-11-01');
  expect(nextKeyDay(versions, 'haute', '2026-11-01')).toBeUndefined();
});
