import { describe, expect, it } from 'vitest';
import { comparedTotals, tilesOf, trendOf } from './tileFigures';

const of = (energyMilliWh: number) => ({ energyMilliWh });
const pair = (energyMilliWh: number, beforeMilliWh: number) => ({ days: 27, energyMilliWh, beforeMilliWh });

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
  it('compares energies and rates by the same days of both periods', () => {
    const compared = {
      periodDays: 31,
      sharingRate: { days: 27, rate: 0.6, beforeRate: 0.5 },
      production: pair(90, 60),
    };
    const tiles = tilesOf('operation', { ...totals, compared }, []);
    const tile = (id: string) => tiles.find((one) => one.id === id);
    expect(tile('sharingRate')).toMatchObject({ value: 2 / 3, compared: { now: 0.6, before: 0.5, days: 27 } });
    expect(tile('production')).toMatchObject({ value: 300, compared: { now: 90, before: 60, days: 27 } });
    expect(tile('consumption')).toMatchObject({ value: 400, compared: undefined });
  });
  it('compares what came from one producer, and the complement of all', () => {
    const compared = { periodDays: 31, autoConsumption: pair(9, 5), complement: pair(70, 80) };
    const seen = { ...totals, receivedMilliWh: 250, complementMilliWh: 150, compared };
    const tile = (id: string) => tilesOf('consumer', seen, []).find((one) => one.id === id);
    expect(tile('received')).toMatchObject({ value: 200, compared: { now: 9, before: 5 } });
    expect(tile('complement')).toMatchObject({ value: 150, compared: { now: 70, before: 80 } });
    expect(tile('selfProductionRate')?.compared).toBeUndefined();
  });
  it('adds individual self-consumption to the displays that show it, and only with ACI', () => {
    const more = { ...totals, aciMilliWh: 40, selfConsumptionRateWithAci: 0.7, selfProductionRateWithAci: 0.6 };
    const withAci = ['aci', 'selfConsumptionRateWithAci', 'selfProductionRateWithAci'];
    expect(ids('operation', more, ['ACI'], 'ACI').slice(-3)).toEqual(withAci);
    expect(ids('consumer', more, ['ACI'], 'ACI_DETAILS').slice(-3)).toEqual(withAci);
    expect(ids('operation', more, ['ACI'], 'ACC')).not.toContain('aci');
    expect(ids('operation', more, [], 'ACI')).toEqual([...base, 'sharingRate']);
    const saved = { ...more, co2Kg: 5, co2KgWithAci: 8 };
    const co2 = (display: 'ACC' | 'ACI') =>
      tilesOf('operation', saved, ['ACI', 'GES_KPI'], display).find(({ id }) => id === 'co2')?.value;
    expect([co2('ACC'), co2('ACI')]).toEqual([5, 8]);
  });
});

describe('trends', () => {
  it('has no trend against nothing', () => {
    const trend = (now: number, before: number) =>
      trendOf({ id: 'surplus', unit: 'energy', value: 9, compared: { now, before, days: 27 } });
    expect(trend(5, 0)).toBeUndefined();
    expect(trend(5, 4)).toBeCloseTo(0.25);
    expect(trendOf({ id: 'surplus', unit: 'energy', value: 9 })).toBeUndefined();
  });
  it('compares with the period before, the year before, or nothing', () => {
    const days = { dateFrom: '2026-10-01', dateTo: '2026-10-31', missingDays: 0 };
    const metrics = {
      ...days,
      consumption: of(10),
      previous: { ...days, compared: { periodDays: 31, consumption: pair(10, 5) } },
      yearBefore: { ...days, compared: { periodDays: 31, consumption: pair(10, 20) } },
    };
    const previous = (comparison: 'previous' | 'yearBefore' | 'none') =>
      tilesOf('operation', comparedTotals(metrics, comparison), [])[0]?.compared?.before;
    expect([previous('previous'), previous('yearBefore'), previous('none')]).toEqual([5, 20, undefined]);
  });
});
