const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Rows whose words hold every word of the search, accents and case aside. */
export function matching<Row>(rows: readonly Row[], search: string, words: (row: Row) => string): Row[] {
  const wanted = plain(search).split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const text = plain(words(row));
    return wanted.every((word) => text.includes(word));
  });
}
