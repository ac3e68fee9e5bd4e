import { describe, expect, it } from 'vitest';
import {
  declarableMonths,
  type ImportResult,
  type ImportSite,
  importResultOf,
  leftBehind,
  linesOf,
  stageOf,
  summaryOf,
} from './imports';

const site = (part: Partial<ImportSite>): ImportSite => ({
  dsoId: '99100000000010',
  nature: 'Conso',
  month: '2026-10',
  step: 'PT15M',
  points: 2980,
  missing: 0,
  doubtful: 0,
  totalMilliWh: 1_000_000,
  changedDays: 0,
  definitive: true,
  ...part,
});

const result = (...sites: ImportSite[]): ImportResult => ({
  dryRun: true,
  points: 1,
  sites,
  changedSites: 0,
  changedDays: 0,
  unchanged: false,
});

describe('importResultOf', () => {
  it('takes a result of an import and nothing else', () => {
    const own = result();
    expect(importResultOf({ result: own as unknown as Record<string, unknown> })).toBe(own);
    expect(importResultOf({ result: { invoices: [] } })).toBeUndefined();
    expect(importResultOf({ result: { sites: 3, changedDays: 1 } })).toBeUndefined();
    expect(importResultOf({})).toBeUndefined();
    expect(importResultOf(undefined)).toBeUndefined();
  });
});

describe('preview', () => {
  const sites = [
    site({}),
    site({ month: '2026-09', suspectedFactor: '×4', totalMilliWh: 4_000_000 }),
    site({ dsoId: '99100000000011', nature: 'Prod', missing: 96, changedDays: 1 }),
    site({ dsoId: '99100000000012', doubtful: 3 }),
  ];
  it('sums up what files hold', () => {
    expect(summaryOf(result(...sites))).toEqual({
      sites: 3,
      months: ['2026-09', '2026-10'],
      milliWhOf: { Conso: 6_000_000, Prod: 1_000_000 },
      missing: 96,
      doubtful: 3,
      suspected: 1,
    });
  });
  it('finds what to look at and what changes', () => {
    expect(linesOf(sites, 'all')).toHaveLength(4);
    expect(linesOf(sites, 'check')).toEqual(sites.slice(1));
    expect(linesOf(sites, 'changed')).toEqual([sites[2]]);
  });
});

describe('declarableMonths', () => {
  const provisional = [
    { from: '2025-12-30', to: '2026-02-03' },
    { from: '2026-09-10', to: '2026-11-19' },
  ];
  it('offers past months with provisional days, newest first', () => {
    expect(declarableMonths(provisional, [], '2026-11-20')).toEqual([
      '2026-10',
      '2026-09',
      '2026-02',
      '2026-01',
      '2025-12',
    ]);
  });
  it('leaves out the month that is not over and those that are declared', () => {
    expect(declarableMonths(provisional, [{ month: '2026-01' }], '2026-10-31')).toEqual([
      '2026-09',
      '2026-02',
      '2025-12',
    ]);
    expect(declarableMonths([], [], '2026-11-20')).toEqual([]);
  });
});

describe('stageOf', () => {
  it.each([
    [undefined, undefined, 'choose'],
    ['PENDING', undefined, 'checking'],
    ['FAILURE', undefined, 'refused'],
    ['SUCCESS', undefined, 'preview'],
    ['SUCCESS', 'PENDING', 'importing'],
    ['SUCCESS', 'SUCCESS', 'done'],
    [undefined, 'FAILURE', 'failed'],
  ] as const)('check %s, import %s: %s', (check, run, stage) => {
    const job = (status: 'PENDING' | 'SUCCESS' | 'FAILURE' | undefined) => status && { status };
    expect(stageOf(job(check), job(run))).toBe(stage);
  });
});

describe('an import that waits for a yes', () => {
  const suspected = { sites: [], changedDays: 0, suspected: [], suspectedCount: 1 };

  it('is held, and no failure', () => {
    expect(stageOf(undefined, { status: 'FAILURE', result: suspected })).toBe('held');
    expect(stageOf(undefined, { status: 'FAILURE' })).toBe('failed');
    expect(stageOf(undefined, { status: 'SUCCESS', result: suspected })).toBe('done');
  });
});

describe('what an import leaves behind', () => {
  const line = { nature: 'Conso', month: '2026-10', missing: 0, name: 'Gymnase', dsoId: '1' };
  const of = (sites: object[], warnings: object[]) => leftBehind({ sites, warnings } as unknown as ImportResult);

  it('is nothing where all is there', () => {
    expect(of([line], [{ key: 'curve.abovePower' }]).any).toBe(false);
  });

  it('is counted and named', () => {
    const left = of(
      [line, { ...line, missing: 4 }, { ...line, month: '2026-09', missing: 96 }],
      [{ key: 'curve.leftOut' }],
    );
    expect(left).toEqual({ any: true, missing: 100, sites: ['Gymnase'], months: ['2026-09', '2026-10'], remarks: 1 });
  });
});
