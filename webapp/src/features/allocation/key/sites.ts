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

/** The days of a key: from its first to the one before `until`; without it there is no end. */
export interface KeyDays {
  from: string;
  until?: string | undefined;
}

type Participant = Schemas['Participant'];

/** The sites that a key of some days may name: who takes part on one of them, also who has left since. */
export function sitesOf(participants: readonly Participant[], { from, until }: KeyDays, today = from): Sites {
  const here = participants.filter(({ activationRange: { entry, exit } }) => {
    if (exit !== undefined && exit < from) return false;
    // Who has no day yet comes today at the earliest.
    return until === undefined || (entry ?? today) < until;
  });
  const list = (wanted: (one: Participant) => boolean) =>
    here
      .filter(wanted)
      .map((one) => siteOf(one, today))
      .sort((a, b) => a.name.localeCompare(b.name, 'fr', { numeric: true }));
  return {
    consumers: list(({ energyType, isProsumer }) => energyType === 'consumer' || isProsumer),
    producers: list(({ energyType, isProsumer }) => energyType === 'producer' || isProsumer),
    names: new Map(participants.map(({ id, name }) => [id, name])),
  };
}

function siteOf({ id, name, dsoId, activationRange: { entry, exit } }: Participant, today: string): Site {
  return {
    id,
    name,
    dsoId,
    ...(exit !== undefined && exit < today ? { left: exit } : {}),
    ...(entry !== undefined && entry > today ? { comes: entry } : {}),
  };
}

/** The first day of the next key for the same days of the year; undefined where none is known. */
export function nextKeyDay(
  versions: readonly Pick<Schemas['AllocationConfig'], 'version' | 'season' | 'effectiveDate'>[],
  season: string,
  from: string,
): string | undefined {
  return versions
    .filter((one) => one.version > 1 && (one.season ?? '') === season)
    .map(({ effectiveDate }) => effectiveDate ?? '')
    .filter((day) => day > from)
    .sort()[0];
}
