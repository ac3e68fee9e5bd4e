import type { Schemas } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';

export const countries = ['FR', 'BE'] as const;

/** Kinds of production, in the order of the forms of sites. */
export const kinds = [3, 13, 10, 11] as const satisfies Schemas['ProductionTypeId'][];

/** What a factor is of: the grid, or a kind of production. */
export function useKindName(): (kind: number | null | undefined) => string {
  const t = useT();
  return (kind) => {
    const known = kinds.find((one) => one === kind);
    return known ? t(`enums.ProductionTypeId.${known}`) : t('admin.emission.grid');
  };
}
