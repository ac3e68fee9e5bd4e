import { readFileSync } from 'node:fs';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { forget, tagOf } from './forget';

interface Contract {
  paths: Record<string, Record<string, { tags?: string[] }>>;
}

// The tests run in the folder of the application.
const contract: Contract = JSON.parse(readFileSync('../openapi/openapi.gen.json', 'utf8'));
const tagged = Object.entries(contract.paths).map(([path, calls]) => ({
  path,
  tags: [...new Set(Object.values(calls).flatMap(({ tags = [] }) => tags))],
}));

const stale = async (tag: Parameters<typeof forget>[1], ...left: string[]) => {
  const queries = new QueryClient();
  const keys = [
    ['get', '/operations', 'of-session'],
    ['get', '/operations/{operationId}/participants', {}],
    ['get', '/operations/{operationId}/distribution', {}],
    ['get', '/operations/{operationId}/energy-allocation/drafts', {}],
    ['get', '/operations/{operationId}/energy-allocation/drafts/{draftId}', 'x'],
    ['post', '/operations/{operationId}/billing/run/check', {}],
    ['get', '/jobs/{jobId}', {}],
    ['get', '/config', {}],
    ['catalogue', 'fr'],
  ];
  for (const key of keys) queries.setQueryData(key, 'known');
  await forget(queries, tag, ...left);
  return keys.filter((key) => queries.getQueryState(key)?.isInvalidated).map(([, path]) => path);
};

describe('what a change forgets', () => {
  it('knows the tag of every path of the contract', () => {
    expect(tagged.length).toBeGreaterThan(100);
    expect(tagged.filter(({ path, tags }) => tags.join() !== tagOf(path))).toEqual([]);
  });

  it('asks anew for what rests on curves: shares, operations and what is billed', async () => {
    expect(await stale('metering')).toEqual([
      '/operations',
      '/operations/{operationId}/distribution',
      '/operations/{operationId}/energy-allocation/drafts',
      '/operations/{operationId}/energy-allocation/drafts/{draftId}',
      '/operations/{operationId}/billing/run/check',
      '/jobs/{jobId}',
    ]);
  });

  it('leaves texts, settings and jobs alone, whatever sites change', async () => {
    const left = await stale('participant');
    expect(left).not.toContain('/jobs/{jobId}');
    expect(left).not.toContain('/config');
    expect(left).not.toContain('fr');
    expect(left).toHaveLength(6);
  });

  it('does not ask for what the change took away', async () => {
    const draft = '/operations/{operationId}/energy-allocation/drafts/{draftId}';
    expect(await stale('allocation')).toContain(draft);
    expect(await stale('allocation', draft)).toEqual([
      '/operations/{operationId}/energy-allocation/drafts',
      '/jobs/{jobId}',
    ]);
  });
});
