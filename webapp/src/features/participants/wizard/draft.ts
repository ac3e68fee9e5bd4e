/** A draft keeps what was typed as texts, by part and name: `site.name`, `client.city`. */
export type DraftFields = Record<string, string>;

export function draftOf(parts: Record<string, object>): DraftFields {
  const entries = Object.entries(parts).flatMap(([part, values]) =>
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0))
      .map(([name, value]): [string, string] => [`${part}.${name}`, JSON.stringify(value)]),
  );
  return Object.fromEntries(entries);
}

/** The values of a part of a draft, over those that it begins with. What cannot be read is left as it begins. */
export function partOfDraft<Values extends object>(fields: DraftFields, part: string, begin: Values): Values {
  const found: [string, unknown][] = [];
  for (const [name, text] of Object.entries(fields)) {
    if (!name.startsWith(`${part}.`)) continue;
    try {
      found.push([name.slice(part.length + 1), JSON.parse(text)]);
    } catch {
      // Of an earlier form, or of another hand.
    }
  }
  return { ...begin, ...Object.fromEntries(found) };
}
