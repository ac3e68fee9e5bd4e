/** No-break space, before a colon. */
const noBreak = '\u00a0';
/** Narrow no-break space: before ; ! ? % and units, within guillemets. */
const narrow = '\u202f';
const anySpace = `[ ${noBreak}${narrow}]`;

/** What French typography asks for, in the order it is done. Placeholders such as %{name} count as a word. */
const rules = [
  // The apostrophe of an elision: l’École, d’%{name}.
  [/(?<=[\p{L}}])'(?=[\p{L}%«\d])/gu, '’'],
  [new RegExp(`${anySpace}+(?=[;!?](?:\\s|$|[)»|]))`, 'g'), narrow],
  [new RegExp(`${anySpace}+(?=:(?:\\s|$|[)»|]))`, 'g'), noBreak],
  [new RegExp(`«${anySpace}*`, 'g'), `«${narrow}`],
  [new RegExp(`${anySpace}*»`, 'g'), `${narrow}»`],
  // Numbers and their units; a % that opens a placeholder is none.
  [
    new RegExp(`(?<=[\\d}])${anySpace}+(?=%(?!\\{)|(?:kWh|MWh|kWc|kW|W|€|kg|g|h|min|km|Mo|ko)(?![\\p{L}\\d]))`, 'gu'),
    narrow,
  ],
];

/**
 * A French text as it is printed: ’ for the apostrophe, a narrow no-break space before ; ! ? %
 * and within « », a no-break space before the colon. It is idempotent.
 * @param {string} text
 * @returns {string}
 */
export function typeset(text) {
  return rules.reduce((sofar, [pattern, sign]) => sofar.replace(pattern, sign), text);
}

/** Texts that stay as they are although they break a rule, and why. */
export const exceptions = {
  'enums.CurveColumn.quality': 'the name of a column of a CSV file, which programs compare',
  'errors.measurements.incomplete': 'the specification gives it letter for letter, with a plain space before the colon',
};
