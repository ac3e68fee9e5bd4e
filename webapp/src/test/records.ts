import type { Schemas } from '@openpmo/sdk';

/** A consumer in the perimeter. */
export const someSite = (part: Partial<Schemas['Participant']> = {}): Schemas['Participant'] => ({
  id: '0199b0aa-0000-7000-8000-0000000000a1',
  operationId: '0199b0aa-0000-7000-8000-0000000000b1',
  name: 'Piscine',
  energyType: 'consumer',
  dsoId: '99100000000031',
  status: 'up',
  dsoStatus: 'EN_VIGUEUR',
  dsoAction: 'CREATION',
  activationRange: { entry: '2025-09-01' },
  entryDateKnown: true,
  isProsumer: false,
  mayLeave: true,
  address: '4 rue du Stade',
  city: 'Bourg',
  ...part,
  dsoDetails: {
    name: part.name ?? 'Piscine',
    folder_status: part.status ?? 'up',
    account_status: 'NONE',
    ...part.dsoDetails,
  },
});

/** An import of curves that has gone well. */
export const someJob = (part: Partial<Schemas['Job']> = {}): Schemas['Job'] => ({
  id: '0199b0aa-0000-7000-8000-0000000000d1',
  kind: 'curveImport',
  status: 'SUCCESS',
  progress: { pending: 0, success: 1, failure: 0, total: 1 },
  createdAt: '2026-11-20T08:00:00Z',
  ...part,
});

/** What the server says of a key that nothing is wrong with, for these sites. */
export const someKeyCheck = (
  sites: readonly Schemas['Participant'][],
  part: Partial<Schemas['AllocationConfigCheck']> = {},
): Schemas['AllocationConfigCheck'] => ({
  blockers: [],
  dayBlockers: [],
  sites: sites.map(({ id, name, dsoId, energyType, isProsumer }) => ({
    participantId: id,
    name,
    dsoId,
    consumes: energyType === 'consumer' || isProsumer,
    produces: energyType === 'producer' || isProsumer,
  })),
  withoutPart: [],
  emptyPools: [],
  computedByOperator: ['static', 'by_default'],
  ...part,
});
