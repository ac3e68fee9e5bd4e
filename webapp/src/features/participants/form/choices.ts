import type { Schemas } from '@openpmo/sdk';

/** What lists of the form offer, in the contract's order. */
export const entityTypes: readonly Schemas['EntityType'][] = [
  'proIndustrial',
  'proTertiary',
  'proTertiaryPrivate',
  'proArtisan',
  'proAgricol',
  'proOther',
  'partIndiv',
  'partCollective',
  'partCollectiveSocial',
  'partOther',
];

export const productionTypes: readonly Schemas['ProductionTypeId'][] = [3, 13, 10, 11];

const consumerSegments: readonly Schemas['Segment'][] = ['C1', 'C2', 'C3', 'C4', 'C5'];
const producerSegments: readonly Schemas['Segment'][] = ['P1', 'P2', 'P3', 'P4_SURPLUS', 'P4_TOTAL'];

/** Consumers and producers have segments of their own. */
export const segmentsOf = (energyType: Schemas['EnergyType']): readonly Schemas['Segment'][] =>
  energyType === 'producer' ? producerSegments : consumerSegments;
