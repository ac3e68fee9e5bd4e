import type { Schemas } from '@openpmo/sdk';

export type UploadPerson = Schemas['UploadPerson'];
export type UploadError = Schemas['UploadError'];

/** At most so many dates are named, then an ellipsis (specification section 8). */
const datesAtMost = 4;

/** Letters that no decomposition takes apart; the first two are the ligatures of o and e. */
const letters: Record<string, string> = {
  '\u0153': 'oe',
  '\u0152': 'OE',
  æ: 'ae',
  Æ: 'AE',
  ß: 'ss',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
};

/** A name that an upload may have, as near as can be: no accents, no spaces, only - _ . beside letters and digits. */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/\P{ASCII}/gu, (letter) => letters[letter] ?? letter)
    .replace(/\s+/g, '_')
    .replace(/['’]/g, '_')
    .replace(/[^A-Za-z0-9._-]/g, '-')
    .replace(/[-_]*_[-_]*/g, '_')
    .replace(/-{2,}/g, '-')
    .replace(/[-_]+(?=\.[^.]*$)/, '');
  const rest = plain.replace(/^[-_]+/, '');
  return rest === '' || rest.startsWith('.') ? `fichier${rest}` : rest;
}

export const isSafe = (name: string): boolean => /^[A-Za-z0-9._-]+$/.test(name);

/** The same file under another name. */
export const renamed = (file: File, name: string): File =>
  new File([file], name, { type: file.type, lastModified: file.lastModified });

/** Proposed names, different from each other. */
export function proposals(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const safe = safeName(name);
    let one = safe;
    for (let n = 2; taken.has(one); n++) one = safe.replace(/(\.[^.]*)?$/, `_${n}$1`);
    taken.add(one);
    return one;
  });
}

/** What a person is told to do about an access point. */
export type Fix = 'add' | 'entry' | 'exit' | 'prosumer' | 'leave' | 'dates' | 'file';

export interface Trouble {
  person: UploadPerson;
  kind: 'missing' | 'unexpected' | 'period' | 'incomplete';
  side: 'consumer' | 'producer' | undefined;
  fix: Fix;
}

type Fields = NonNullable<UploadError['fields']>;

/** The people that an error names, each with what mends it. */
export function troublesOf({ name, fields = {} }: UploadError): Trouble[] {
  switch (name) {
    case 'InconsistentPerimeter':
      return [
        ...each(fields.missingConsumers, 'missing', 'consumer', () => 'leave'),
        ...each(fields.missingProducers, 'missing', 'producer', () => 'leave'),
        ...each(fields.unexpectedConsumers, 'unexpected', 'consumer', unexpectedFix),
        ...each(fields.unexpectedProducers, 'unexpected', 'producer', unexpectedFix),
      ];
    case 'InvalidPeriod':
      return each(fields.participants, 'period', undefined, () => 'dates');
    case 'IncompleteData':
      return [
        ...each(fields.consumers, 'incomplete', 'consumer', () => 'file'),
        ...each(fields.producers, 'incomplete', 'producer', () => 'file'),
      ];
    default:
      return [];
  }
}

function each(
  people: Fields['consumers'],
  kind: Trouble['kind'],
  side: Trouble['side'],
  fix: (person: UploadPerson) => Fix,
): Trouble[] {
  return (people ?? []).map((person) => ({ person, kind, side, fix: fix(person) }));
}

function unexpectedFix({ participantId, otherSide, entryDate, exitDate }: UploadPerson): Fix {
  if (!participantId) return 'add';
  if (otherSide) return 'prosumer';
  if (!entryDate) return 'entry';
  return exitDate ? 'exit' : 'entry';
}

/** Where a trouble is mended; nothing when that is not in the application. */
export function fixLink(operationId: string, { fix, person }: Trouble): string | undefined {
  const participants = `/pmo/operations/${operationId}/edit/participants`;
  switch (fix) {
    case 'add':
      return `${participants}?p=new&number=${person.ean}`;
    case 'prosumer':
      return `${participants}?p=${person.participantId}&edit=1`;
    default:
      return person.participantId ? `${participants}?p=${person.participantId}` : undefined;
  }
}

/** Some dates in words: the first four, then an ellipsis. */
export function datesText(days: readonly string[], written: (day: string) => string): string {
  const named = days.slice(0, datesAtMost).map(written).join(', ');
  return days.length > datesAtMost ? `${named}…` : named;
}
