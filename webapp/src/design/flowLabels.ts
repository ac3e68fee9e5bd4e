/** Width of a letter of a label, on the average, and height of a line, in pixels. */
export const letter = 6.7;
export const line = 15;
/** Between a label and its node. */
export const gap = 10;

/**
 * A label in lines of at most `most` letters, broken at spaces and never between a number and
 * its unit. Where more than `lines` of them would be needed the last one ends in an ellipsis.
 */
export function linesOf(text: string, most: number, lines: number): string[] {
  const out: string[] = [];
  for (const word of text.split(' ')) {
    const last = out.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= most) out[out.length - 1] = `${last} ${word}`;
    else out.push(word);
  }
  const kept = out.slice(0, Math.max(1, lines));
  if (kept.length < out.length) kept[kept.length - 1] = out.slice(kept.length - 1).join(' ');
  // A dot between two facts is not needed where the line ends.
  const clean = kept.map((one, index) => {
    const begun = index > 0 ? one.replace(/^· /, '') : one;
    return index < kept.length - 1 ? begun.replace(/ ·$/, '') : begun;
  });
  return clean.map((one) => (one.length > most ? `${one.slice(0, Math.max(1, most - 1)).trimEnd()}…` : one));
}

/** Room beside the drawing for its longest label: as much as it needs, and of few ends up to a third of the width. */
export function roomFor(names: readonly string[], width: number): number {
  const needed = Math.max(0, ...names.map((name) => name.length)) * letter + gap + 4;
  return Math.round(Math.min(needed, names.length <= 8 ? width * 0.32 : Math.min(200, width * 0.22)));
}

/** How many lines a label has at `y` without coming over its neighbours in the column. */
export function linesAt(y: number, column: readonly number[]): number {
  const near = Math.min(...column.filter((other) => other !== y).map((other) => Math.abs(other - y)));
  return Math.max(1, Math.min(3, Math.floor(near / line)));
}
