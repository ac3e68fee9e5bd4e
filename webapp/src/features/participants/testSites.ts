import type { Participant } from './rows';

/** A consumer in the perimeter, for tests. */
export const someSite = (part: Partial<Participant> = {}): Participant => ({
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
