import { describe, expect, it } from 'vitest';
import { sharedProblems, silentSince, sitesByKind } from './health';

const days = (from: string, to = from) => [{ from: `2026-11-${from}`, to: `2026-11-${to}` }];
const missing = { kind: 'MISSING', ranges: days('15', '19'), days: 5 } as const;

describe('sharedProblems', () => {
  it('tells once what several curves miss on the same days', () => {
    const told = sharedProblems([
      { ...missing, nature: 'Conso', ranges: [...missing.ranges] },
      { ...missing, nature: 'Autoconso', ranges: days('15', '19') },
      { ...missing, nature: 'Prod', ranges: days('15', '18'), days: 4 },
    ]);
    expect(told.map(({ natures, days: count }) => [natures, count])).toEqual([
      [['Conso', 'Autoconso'], 5],
      [['Prod'], 4],
    ]);
  });
  it('keeps apart what differs in size or by its law', () => {
    const drift = { kind: 'DRIFT', ranges: days('07', '09'), days: 3 } as const;
    const told = sharedProblems([
      { ...drift, nature: 'Autoconso', energyMilliWh: 5 },
      { ...drift, nature: 'Surplus', energyMilliWh: 6 },
      { ...drift, kind: 'IMBALANCE', nature: 'Prod', rule: 'PRODUCTION_SPLIT' },
      { ...drift, kind: 'IMBALANCE', nature: 'Prod', rule: 'SHARED_SIDES' },
    ]);
    expect(told).toHaveLength(4);
  });
});

it('counts the sites of each kind of problem once', () => {
  const suspect = { kind: 'SUSPECT', ranges: days('13'), days: 1 } as const;
  expect(sitesByKind([{ problems: [missing, missing, suspect] }, { problems: [missing] }] as never)).toEqual([
    ['MISSING', 2],
    ['SUSPECT', 1],
  ]);
});

it('says since when a site is silent, when it is so to the end of the period', () => {
  const period = { from: '2026-11-01', to: '2026-11-19' };
  const of = (kind: 'MISSING' | 'DRIFT', ranges: ReturnType<typeof days>) => silentSince({ kind, ranges }, period);
  expect(of('MISSING', [...days('02'), ...days('15', '19')])).toBe('2026-11-15');
  expect(of('MISSING', days('12', '14'))).toBeUndefined();
  expect(of('DRIFT', days('15', '19'))).toBeUndefined();
});
