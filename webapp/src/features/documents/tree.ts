import type { Doc } from './queries';

/** Where something is: the id of a folder, or nothing for the top. */
export type FolderId = string | undefined;

/** What is in a folder, folders first. */
export const inFolder = (docs: readonly Doc[], folder: FolderId): Doc[] =>
  docs.filter(({ folderId }) => folderId === folder);

/** The folders in a folder, in the order of the list. */
export const foldersIn = (docs: readonly Doc[], folder: FolderId): Doc[] =>
  inFolder(docs, folder).filter(({ kind }) => kind === 'FOLDER');

/** The deepest that folders go (specification section 5). */
export const deepest = 5;

/** How many folders are one in another from a folder on; 0 of a document. */
export function heightOf(docs: readonly Doc[], doc: Doc): number {
  if (doc.kind !== 'FOLDER') return 0;
  return 1 + Math.max(0, ...foldersIn(docs, doc.id).map((below) => heightOf(docs, below)));
}

/** Whether something is a folder, or in it. */
const isWithin = (doc: Doc, folder: Doc) => doc.id === folder.id || doc.path.some(({ id }) => id === folder.id);

/** A folder that something may be moved to, as a choice shows it. */
export interface Place {
  id: FolderId;
  name: string;
  /** 0 for the top. */
  depth: number;
  /** Why it is no choice. */
  refused: boolean;
}

/**
 * The folders as an indented list, the top first. Refused are those that things are in or would be put
 * into themselves, and those where a tree would grow too deep; where all things are already is refused too.
 */
export function placesFor(docs: readonly Doc[], moved: readonly Doc[], topName: string): Place[] {
  const height = Math.max(0, ...moved.map((doc) => heightOf(docs, doc)));
  const places: Place[] = [
    { id: undefined, name: topName, depth: 0, refused: moved.length > 0 && moved.every((doc) => !doc.folderId) },
  ];
  const add = (folder: FolderId, depth: number) => {
    for (const one of foldersIn(docs, folder)) {
      const refused =
        moved.some((doc) => isWithin(one, doc)) ||
        depth + height > deepest ||
        (moved.length > 0 && moved.every((doc) => doc.folderId === one.id));
      places.push({ id: one.id, name: one.name, depth, refused });
      add(one.id, depth + 1);
    }
  };
  add(undefined, 1);
  return places;
}

/** A file that a page shows. */
export const isPicture = ({ contentType = '' }: Doc) => contentType.startsWith('image/');
export const isPdf = ({ contentType }: Doc) => contentType === 'application/pdf';
