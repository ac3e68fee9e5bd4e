import type { Operation } from '../../api/operations';

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Operations whose name or operator's id contains every word of the search, accents aside. */
export function matching(operations: readonly Operation[], search: string): Operation[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return operations.filter((operation) => {
    const text = plain(`${operation.name} ${operation.externalId}`);
    return words.every((word) => text.includes(word));
  });
}
