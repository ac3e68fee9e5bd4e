import type { Schemas } from '@openpmo/sdk';

/** A site as a key names it. */
export interface Site {
  id: string;
  name: string;
  dsoId: string;
  /** Its last day, where that is over. */
  left?: string;
  /** Its first day, where that is to come. */
  comes?: string;
}

export interface Sites {
  /** Those who consume on a day of the key, by name. */
  consumers: readonly Site[];
  producers: readonly Site[];
  /** Every site that ever was, for versions of former times. */
  names: ReadonlyMap<string, string>;
}

/** The sites that the server says a key may name, in the order of the page. */
export function sitesOf(
  answer: Pick<Schemas['AllocationConfigCheck'], 'sites'>,
  participants: readonly Pick<Schemas['Participant'], 'id' | 'name'>[],
): Sites {
  const list = (side: 'consumes' | 'produces') =>
    answer.sites
      .filter((one) => one[side])
      .map(siteOf)
      .sort((a, b) => a.name.localeCompare(b.name, 'fr', { numeric: true }));
  return {
    consumers: list('consumes'),
    producers: list('produces'),
    names: new Map(participants.map(({ id, name }) => [id, name])),
  };
}

function siteOf({ participantId, name, dsoId, leftOn, comesOn }: Schemas['AllocationConfigSite']): Site {
  return {
    id: participantId,
    name,
    dsoId,
    ...(leftOn === undefined ? {} : { left: leftOn }),
    ...(comesOn === undefined ? {} : { comes: comesOn }),
  };
}
