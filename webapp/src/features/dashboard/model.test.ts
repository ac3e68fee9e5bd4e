import { describe, expect, it } from 'vitest';
import {
  type DateRanges,
  type Distribution,
  dataStateOf,
  daysBefore,
  displayOf,
  gapsOf,
  isCovered,
  type LoadCurve,
  naturesOf,
  resolutionOf,
  sumsOf,
  tilesOf,
  totalsWithoutMetrics,
  trendOf,
  viewpointOf,
} from './model';

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
});
const of = (energyMilliWh: number) => ({ energyMilliWh });

describe('viewpointOf', () => {
  const consumer = { id: 'c', energyType: 'consumer' as const };
  const producer = { id: 'p', energyType: 'producer' as const };
  it.each([
    ['a consumer from the producer of the address', [consumer], {}, { kind: 'consumer', siteId: 'c', producerId: 'x' }],
    ['a producer of its own', [consumer, producer], { producerId: 'p' }, { kind: 'producer', siteId: 'p' }],
    ['the site that was asked for', [consumer, producer], { siteId: 'p' }, { kind: 'producer', siteId: 'p' }],
    ['never a site of somebody else', [consumer], { siteId: 'z' }, { kind: 'consumer', siteId: 'c', producerId: 'x' }],
    ['its producer when that is all it has', [producer], {}, { kind: 'producer', siteId: 'p' }],
  ])('is %s', (_, own, asked, expected) =>
    expect(viewpointOf('o', own, { producerId: 'x', ...asked })).toEqual({ operationId: 'o', ...expected }),
  );
  it('is nothing without a site', () => expect(viewpointOf('o', [], { producerId: 'x' })).toBeUndefined());
});

describe('tilesOf', () => {
  const totals = { consumption: of(400), production: of(300), autoConsumption: of(200), sharingRate: 2 / 3 };
  const ids = (...of: Parameters<typeof tilesOf>) => tilesOf(...of).map(({ id }) => id);
  const base = ['consumption', 'production', 'autoConsumption', 'surplus'];
  it('has the tiles of the specification, external ones with ACI, CO2 with GES_KPI only', () => {
    expect(ids('operation', totals, [])).toEqual([...base, 'sharingRate']);
    expect(ids('operation', totals, ['ACI'])).toEqual([...base, 'extProduction', 'extConsumption', 'sharingRate']);
    expect(ids('operation', totals, ['GES_KPI'])).toEqual([...base, 'co2', 'sharingRate']);
  });
  it('shows a consumer its own side and a producer its own', () => {
    expect(ids('consumer', totals, ['ACI'])).toEqual([
      'consumption',
      'received',
      'complement',
      'extConsumption',
      'selfProductionRate',
    ]);
    expect(ids('producer', totals, [])).toEqual(['production', 'autoConsumption', 'surplus', 'sharingRate']);
  });
  it('compares rates with the energies of the period before', () => {
    const tiles = tilesOf('operation', { ...totals, previous: { production: of(100), autoConsumption: of(50) } }, []);
    expect(tiles.find(({ id }) => id === 'sharingRate')?.previous).toBe(0.5);
    expect(tiles.find(({ id }) => id === 'surplus')).toMatchObject({ value: undefined, previous: undefined });
  });
});

describe('totalsWithoutMetrics', () => {
  const distribution: Distribution = {
    dateFrom: '2026-10-01',
    dateTo: '2026-10-31',
    consumers: [
      { name: 'a', sharedMilliWh: 30 },
      { name: 'b', sharedMilliWh: 10 },
    ],
    producers: [],
    flows: [],
    surplusMilliWh: 60,
  };
  it('adds up the curve, and takes from the distribution what the curve lacks', () => {
    const totals = totalsWithoutMetrics(
      curve([series('Conso', 100, null, 60), series('Prod', 50, 50, null)]),
      distribution,
      curve([series('Conso', 80)]),
    );
    expect(totals).toEqual({
      consumption: of(160),
      production: of(100),
      autoConsumption: of(40),
      surplus: of(60),
      sharingRate: 0.4,
      selfProductionRate: 0.25,
      complementMilliWh: 120,
      previous: { consumption: of(80) },
    });
  });
  it('has no figure for what nobody measured', () => {
    expect(totalsWithoutMetrics(curve([series('Conso', null, null)]), undefined, undefined)).toEqual({});
  });
});

describe('curves', () => {
  it('sums values and leaves gaps out', () => {
    expect(sumsOf(curve([series('Conso', 1, null, 2), series('Prod', null)]))).toEqual({ Conso: 3 });
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

describe('comparison', () => {
  it('takes as many days just before', () => {
    expect(daysBefore({ from: '2026-10-01', to: '2026-10-31' })).toEqual({ from: '2026-08-31', to: '2026-09-30' });
    expect(daysBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({ from: '2026-02-28', to: '2026-02-28' });
  });
  it.each([
    [[{ from: '2026-01-01', to: '2026-12-31' }], true],
    [
      [
        { from: '2026-02-01', to: '2026-02-10' },
        { from: '2026-02-11', to: '2026-03-01' },
      ],
      true,
    ],
    [
      [
        { from: '2026-02-12', to: '2026-03-01' },
        { from: '2026-02-01', to: '2026-02-11' },
      ],
      true,
    ],
    [
      [
        { from: '2026-02-01', to: '2026-02-10' },
        { from: '2026-02-12', to: '2026-03-01' },
      ],
      false,
    ],
    [[{ from: '2026-02-02', to: '2026-03-01' }], false],
    [[], false],
  ])('needs data for all of its days', (ranges, covered) =>
    expect(isCovered({ from: '2026-02-01', to: '2026-02-28' }, ranges)).toBe(covered),
  );
  it('has no trend against nothing', () => {
    expect(trendOf({ id: 'surplus', unit: 'energy', value: 5, previous: 0 })).toBeUndefined();
    expect(trendOf({ id: 'surplus', unit: 'energy', value: 5, previous: 4 })).toBeCloseTo(0.25);
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
