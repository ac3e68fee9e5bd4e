type Texts = Record<string, string>;

/** The files of a language as a catalogue: every file of its folder is the area of its name. */
export const byArea = (files: Record<string, Texts>): Record<string, Texts> =>
  Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), texts]),
  );
