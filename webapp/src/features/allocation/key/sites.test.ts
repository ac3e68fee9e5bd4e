import type { Schemas } from '@openpmo/sdk';
import { expect, it } from 'vitest';
import { sitesOf } from './sites';

const site = (name: string, part: Partial<Schemas['AllocationConfigSite']> = {}) => ({
  participantId: name,
  name,
  dsoId: name,
  consumes: true,
  produces: false,
  ...part,
});

it('lists the sites that the server answers by side and by name, with the day that is over or to come', () => {
  const answer = [
    site('Site 10', { comesOn: '2026-12-01' }),
    site('Site 9', { leftOn: '2026-10-14' }),
    site('Both', { produces: true }),
    site('Roof', { consumes: false, produces: true }),
  ];
  const { consumers, producers, names } = sitesOf(
    { sites: answer },
    [...answer, site('Gone')].map((one) => ({ id: one.name, ...one })),
  );
  expect(consumers).toEqual([
    { id: 'Both', name: 'Both', dsoId: 'Both' },
    { id: 'Site 9', name: 'Site 9', dsoId: 'Site 9', left: '2026-10-14' },
    { id: 'Site 10', name: 'Site 10', dsoId: 'Site 10', comes: '2026-12-01' },
  ]);
  expect(producers.map(({ id }) => id)).toEqual(['Both', 'Roof']);
  expect(names.size).toBe(5);
});
