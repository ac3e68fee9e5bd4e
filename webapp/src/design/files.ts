import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import type { Params } from '@openpmo/ui/i18n/translator';

export interface FileLimits {
  /** Endings with the dot, comma between; empty takes everything. */
  accept: string;
  maxFiles: number;
  maxMegabytes: number;
}

/** The first reason to refuse a choice of files, or nothing. */
export function checkFiles(
  files: readonly { name: string; size: number }[],
  { accept, maxFiles, maxMegabytes }: FileLimits,
): { key: MessageKey; params: Params } | undefined {
  if (files.length > maxFiles) return { key: 'design.file.tooMany', params: { max: maxFiles } };
  const endings = accept
    .split(',')
    .map((ending) => ending.trim().toLowerCase())
    .filter(Boolean);
  const known = (name: string) => endings.length === 0 || endings.some((ending) => name.toLowerCase().endsWith(ending));
  if (files.some((file) => !known(file.name))) {
    return { key: 'design.file.wrongType', params: { accept: endings.join(', ') } };
  }
  const large = files.find((file) => file.size > maxMegabytes * 1_048_576);
  return large && { key: 'design.file.tooLarge', params: { name: large.name, max: maxMegabytes } };
}

/** Saves what the server sent under its own name. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
