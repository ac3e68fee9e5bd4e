import { describe, expect, it } from 'vitest';
import {
  brokenDays,
  type DateRanges,
  dataStateOf,
  displayOf,
  gapsOf,
  hatchedSince,
  type LoadCurve,
  naturesOf,
  notDrawn,
  resolutionOf,
  sideOf,
  sumsOf,
  viewpointOf,
} from './viewpoint';

const curve = (series: LoadCurve['series']): LoadCurve => ({
  unit: 'mWh',
  timezone: 'Europe/Brussels',
  start: '2026-10-01T00:00:00+02:00',
  step: 'PT15M',
  sourceStep: 'PT15M',
  series,
});
const series = (nature: LoadCurve['series'][number]['nature'], ...values: (number | null)[]) => ({
  nature,
  scope: 'Global' as const,
  values,
  ...(values.some((value) => value !== null) && {
    energyMilliWh: values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
  }),
});

describe('viewpointOf', () => {
  const consumer = { id: 'c', energyType: 'consumer' as const, isProsumer: false };
  const producer = { id: 'p', energyType: 'producer' as const, isProsumer: false };
  const both = { id: 'b', energyType: 'consumer' as const, isProsumer: true };
  const maker = { id: 'm', energyType: 'producer' as const, isProsumer: true };
  it.each([
    ['a consumer from the producer of the address', [consumer], {}, { kind: 'consumer', siteId: 'c', producerId: 'x' }],
    ['a producer of its own', [consumer, producer], { producerId: 'p' }, { kind: 'producer', siteId: 'p' }],
    ['the site that was asked for', [consumer, producer], { siteId: 'p' }, { kind: 'producer', siteId: 'p' }],
    ['never a site of somebody else', [consumer], { siteId: 'z' }, { kind: 'consumer', siteId: 'c', producerId: 'x' }],
    ['a prosumer as a consumer first', [both], {}, { kind: 'consumer', siteId: 'b', producerId: 'x' }],
    ['a prosumer from itself', [both], { producerId: 'b' }, { kind: 'consumer', siteId: 'b', producerId: 'b' }],
    ['what a prosumer makes', [both], { side: 'producer' }, { kind: 'producer', siteId: 'b' }],
    ['what a producer uses', [maker], { side: 'consumer' }, { kind: 'consumer', siteId: 'm', producerId: 'x' }],
    [
      'no side that a site has not',
      [consumer],
      { side: 'producer' },
      { kind: 'consumer', siteId: 'c', producerId: 'x' },
    ],
    ['its producer when that is all it has', [producer], {}, { kind: 'producer', siteId: 'p' }],
  ])('is %s', (_, own, asked, expected) =>
    expect(viewpointOf('o', own, { producerId: 'x', ...asked })).toEqual({ operationId: 'o', ...expected }),
  );
  it('takes an unknown side of the address for the usual one', () => {
    expect([sideOf(both, 'toit'), sideOf(maker, null), sideOf(both, 'producer')]).toEqual([
      'consumer',
      'producer',
      'producer',
    ]);
  });
  it('is nothing without a site', () => expect(viewpointOf('o', [], { producerId: 'x' })).toBeUndefined());
});

describe('curves', () => {
  it('sums values and leaves gaps out', () => {
    expect(sumsOf(curve([series('Conso', 1, null, 2), series('Prod', null)]))).toEqual({ Conso: 3 });
  });
  it('tells all energy that is known, and what of it is not drawn on which days', () => {
    const known = { ...series('Conso', 100, null, null, 200), energyMilliWh: 350 };
    const broken = { ...curve([known, series('Prod', 1, 1, 1, 1)]), step: 'P1D', timezone: 'Europe/Paris' };
    expect(sumsOf(broken)).toEqual({ Conso: 350, Prod: 4 });
    expect(notDrawn(broken)).toEqual({ Conso: 50 });
    expect(brokenDays(broken, { from: '2026-10-01', to: '2026-10-04' })).toEqual([
      { from: '2026-10-02', to: '2026-10-03' },
    ]);
    expect(brokenDays(broken, { from: '2026-10-01', to: '2026-10-02' })).toEqual([
      { from: '2026-10-02', to: '2026-10-02' },
    ]);
  });
  it('says hatched only of what is drawn so', () => {
    const days = { step: 'P1D', timezone: 'Europe/Paris', provisionalFrom: '2026-10-02T00:00:00+02:00' };
    const marked = (quality: 'estimated' | 'provisional') =>
      curve([{ ...series('Conso', 1, 1, 1), qualities: [{ from: 1, count: 2, quality }] }]);
    expect(hatchedSince({ ...marked('provisional'), ...days })).toBe('2026-10-02');
    expect(hatchedSince({ ...marked('estimated'), ...days })).toBeUndefined();
    expect(hatchedSince({ ...curve([series('Conso', 1, 1, 1)]), ...days })).toBe('2026-10-02');
  });
  it('counts the steps where nothing was measured', () => {
    expect(gapsOf(curve([series('Conso', 1, null, null), series('Prod', null, null, 0)]))).toBe(1);
    expect(gapsOf(curve([]))).toBe(0);
  });
  it('asks for external natures only where they exist', () => {
    expect(naturesOf('consumer', false)).toEqual(['Conso', 'Autoconso']);
    expect(naturesOf('operation', true)).toEqual(['Conso', 'Prod', 'Autoconso', 'Surplus', 'ProdExt', 'ConsExt']);
  });
  it('reads the address and falls back', () => {
    expect([displayOf('ACI'), displayOf('x'), displayOf(null)]).toEqual(['ACI', 'ACC', 'ACC']);
    expect([resolutionOf('hour'), resolutionOf('second')]).toEqual(['hour', 'auto']);
  });
});

describe('dataStateOf', () => {
  const state = (uploaded: string[][], provisional: string[][]) => {
    const ranges = (list: string[][]) => list.map(([from = '', to = '']) => ({ from, to }));
    const all: DateRanges = {
      uploadedData: ranges(uploaded),
      nonDefinitiveDataRange: ranges(provisional),
      timezone: 'Europe/Paris',
    };
    return dataStateOf(all);
  };
  it('tells the definitive from the provisional end', () => {
    expect(state([['2026-01-01', '2026-11-19']], [['2026-11-01', '2026-11-19']])).toEqual({
      definitiveTo: '2026-10-31',
      provisionalTo: '2026-11-19',
      provisionalBefore: 0,
    });
  });
  it('says nothing of what is not there', () => {
    expect(state([['2026-01-01', '2026-10-31']], [])).toEqual({ definitiveTo: '2026-10-31', provisionalBefore: 0 });
    expect(state([['2026-01-01', '2026-01-31']], [['2026-01-01', '2026-01-31']])).toEqual({
      provisionalTo: '2026-01-31',
      provisionalBefore: 0,
    });
    expect(state([], [])).toEqual({ provisionalBefore: 0 });
  });
  it('counts earlier days that are still provisional', () => {
    expect(state([['2026-01-01', '2026-10-31']], [['2026-03-30', '2026-04-02']])).toEqual({
      definitiveTo: '2026-10-31',
      provisionalBefore: 4,
    });
  });
});
