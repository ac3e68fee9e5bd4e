import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { forget } from '../../../api/forget';
import { type Uploaded, uploadFile } from '../queries';

/** Specification section 5: so many files together. */
export const filesAtMost = 15;

export interface Upload {
  id: number;
  file: File;
  folderId: string;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** From 0 to 1, while it is sent. */
  part: number;
  reply?: Uploaded;
  error?: unknown;
}

export interface Uploads {
  list: readonly Upload[];
  /** Takes files for a folder; false where they are too many together. */
  add: (files: readonly File[], folderId: string) => boolean;
  retry: (id: number) => void;
  /** Sends another file in the place of one that was refused. */
  replace: (id: number, file: File) => void;
  /** Takes one that does not go out now from the list. */
  remove: (id: number) => void;
  /** Empties the list of what is done or has failed. */
  clear: () => void;
}

/** Files that are sent one after the other (specification section 5): the next begins when one has ended. */
export function useUploads(operationId: string): Uploads {
  const queries = useQueryClient();
  const [list, setList] = useState<readonly Upload[]>([]);
  const next = useRef(1);
  const set = useCallback(
    (id: number, change: Partial<Upload>) =>
      setList((before) => before.map((one) => (one.id === id ? { ...one, ...change } : one))),
    [],
  );
  const sending = list.some(({ state }) => state === 'sending');
  const first = sending ? undefined : list.find(({ state }) => state === 'waiting');
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  useEffect(() => {
    if (!first) return;
    const { id, folderId, file } = first;
    stop.current = new AbortController();
    set(id, { state: 'sending', part: 0, error: undefined });
    uploadFile(operationId, folderId, file, {
      signal: stop.current.signal,
      onProgress: (part) => set(id, { part }),
    }).then(
      (reply) => {
        set(id, { state: 'done', part: 1, reply });
        void forget(queries, 'library');
      },
      (error) => set(id, { state: 'failed', error }),
    );
  }, [first, operationId, queries, set]);
  return {
    list,
    add: (files, folderId) => {
      const open = list.filter(({ state }) => state === 'waiting' || state === 'sending').length;
      if (files.length + open > filesAtMost) return false;
      const added = files.map((file): Upload => ({ id: next.current++, file, folderId, state: 'waiting', part: 0 }));
      setList((before) => [...before, ...added]);
      return true;
    },
    retry: (id) => set(id, { state: 'waiting' }),
    replace: (id, file) => set(id, { state: 'waiting', file, part: 0, error: undefined }),
    remove: (id) => setList((before) => before.filter((one) => one.id !== id || one.state === 'sending')),
    clear: () => setList((before) => before.filter(({ state }) => state === 'waiting' || state === 'sending')),
  };
}
