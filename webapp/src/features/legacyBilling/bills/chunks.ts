/** Documents that one call brings (specification section 9). */
export const chunkSize = 10;

export interface ChunkProgress {
  pending: number;
  success: number;
  failure: number;
  total: number;
}

export const inChunks = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / chunkSize) }, (_, n) => all.slice(n * chunkSize, (n + 1) * chunkSize));

/**
 * Brings documents ten at a time, one call after the other. A call that fails is skipped: what it
 * would have brought is counted and given back.
 */
export async function bringAll<T>(
  all: readonly T[],
  bring: (chunk: T[]) => Promise<void>,
  onProgress: (progress: ChunkProgress) => void,
): Promise<{ failed: T[] }> {
  const failed: T[] = [];
  let done = 0;
  const tell = () =>
    onProgress({
      pending: all.length - done,
      success: done - failed.length,
      failure: failed.length,
      total: all.length,
    });
  tell();
  for (const chunk of inChunks(all)) {
    try {
      await bring(chunk);
    } catch {
      failed.push(...chunk);
    }
    done += chunk.length;
    tell();
  }
  return { failed };
}
