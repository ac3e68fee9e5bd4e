import { useFormats, useT } from '@openpmo/ui/i18n/context';

const kilo = 1024;

/** A size in bytes as people read it. */
export function useSize(): (bytes: number) => string {
  const t = useT();
  const formats = useFormats();
  return (bytes) =>
    bytes < kilo * kilo
      ? t('formats.kilobytes', { value: formats.number(Math.ceil(bytes / kilo)) })
      : t('formats.megabytes', { value: formats.number(bytes / kilo / kilo, 0, 1) });
}
