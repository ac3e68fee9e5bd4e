import { describe, expect, it } from 'vitest';
import type { Config } from './key';
import { type Keys, targetOf, versionBefore, withoutGoneDraft } from './target';

const version = (number: number, part: Partial<Config> = {}): Config => ({
  id: `v${number}`,
  operationId: 'o',
  version: number,
  status: 'SUPERSEDED',
  type: 'by_default',
  computedByOperator: true,
  params: [],
  createdAt: '2026-01-01T00:00:00Z',
  ...part,
});
const yearly = version(2, { status: 'IN_FORCE' });
const high = version(3, { status: 'IN_FORCE', season: 'Haute' });
const keys = (part: Partial<Keys> = {}): Keys => ({
  last: yearly,
  versions: [high, yearly, version(1)],
  drafts: [version(0, { id: 'd', status: 'DRAFT' })],
  seasons: [
    { name: 'Haute', start: '11-01', end: '03-31', configId: 'v3' },
    { name: 'Basse', start: '04-01', end: '10-31' },
  ],
  ...part,
});
const at = (query: string, part?: Partial<Keys>) => targetOf(keys(part), new URLSearchParams(query));

describe('the key of the page', () => {
  it('is what holds today, also where that is the key of a season', () => {
    expect(at('')).toMatchObject({ kind: 'version', season: '', base: { id: 'v2' } });
    expect(at('', { last: high })).toMatchObject({ season: 'Haute', base: { id: 'v3' } });
  });
  it('is that of the season asked for, beginning from that of the year where it has none', () => {
    expect(at('season=Haute')).toMatchObject({ season: 'Haute', base: { id: 'v3' } });
    expect(at('season=Basse')).toMatchObject({ season: 'Basse', base: { id: 'v2' } });
    expect(at('season=', { last: high })).toMatchObject({ season: '', base: { id: 'v2' } });
    expect(at('season=Unknown')).toMatchObject({ season: '', base: { id: 'v2' } });
  });
  it('is a draft while there is one of that id', () => {
    expect(at('draft=d')).toMatchObject({ kind: 'draft', base: { id: 'd' } });
    expect(at('draft=gone')).toMatchObject({ kind: 'version' });
  });
});

it('compares a version with the one it took the place of', () => {
  const list = [version(4, { season: 'Haute' }), high, yearly, version(1)];
  const before = (n: number) => versionBefore(list.find((one) => one.version === n) as Config, list)?.version;
  expect([before(4), before(3), before(2), before(1)]).toEqual([3, 2, 1, undefined]);
});

it('takes a draft out of the address when it is gone', () => {
  const without = (query: string) => withoutGoneDraft(keys(), new URLSearchParams(query))?.toString();
  expect(without('draft=d&tab=pools')).toBeUndefined();
  expect(without('draft=gone&tab=pools')).toBe('tab=pools');
});
