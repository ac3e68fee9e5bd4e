import type { Schemas } from '@openpmo/sdk';

/** A site as a key names it. */
export interface Site {
  id: string;
  name: string;
  dsoId: string;
}

export interface Sites {
  /** Those who consume now or later, by name. */
  consumers: readonly Site[];
  producers: readonly Site[];
  /** Every site that ever was, for versions of former times. */
  names: ReadonlyMap<string, string>;
}

/** The sites that a key may name. Who has left need not be in any group. */
export function sitesOf(participants: readonly Schemas['Participant'][], today: string): Sites {
  const here = participants.filter(({ activationRange: { exit } }) => exit === undefined || exit >= today);
  const list = (wanted: (one: Schemas['Participant']) => boolean) =>
    here
      .filter(wanted)
      .map(({ id, name, dsoId }) => ({ id, name, dsoId }))
      .sort((a, b) => a.name.localeCompare(b.name, 'fr', { numeric: true }));
  return {
    consumers: list(({ energyType, isProsumer }) => energyType === 'consumer' || isProsumer),
    producers: list(({ energyType, isProsumer }) => energyType === 'producer' || isProsumer),
    names: new Map(participants.map(({ id, name }) => [id, name])),
  };
}
