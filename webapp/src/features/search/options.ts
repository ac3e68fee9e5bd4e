import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import { type Thing, thingPath } from '../../api/addresses';
import { matching } from '../../design/search';
import type { SearchGroup, SearchHit } from './queries';

/** A page of the product that can be gone to. */
export interface PageTarget {
  label: string;
  to: string;
}

export interface Option {
  key: string;
  group: MessageKey;
  name: string;
  detail: string | undefined;
  /** Where it belongs; absent for pages, and where there is one operation only. */
  operation: string | undefined;
  to: string;
}

/** The groups of which the server found more than it answered, by heading. */
export type Counts = Partial<Record<MessageKey, { shown: number; total: number }>>;

const headings = {
  OPERATION: 'search.group.OPERATION',
  SITE: 'search.group.SITE',
  CLIENT: 'search.group.CLIENT',
  ISSUER: 'search.group.ISSUER',
  PLAN: 'search.group.PLAN',
  INVOICE: 'search.group.INVOICE',
} as const satisfies Record<SearchGroup['kind'], MessageKey>;

const thingOf = {
  SITE: 'site',
  CLIENT: 'client',
  ISSUER: 'issuer',
  PLAN: 'plan',
  INVOICE: 'invoice',
} as const satisfies Record<Exclude<SearchGroup['kind'], 'OPERATION'>, Thing>;

/** Where something found is looked at: its page, or its operation where that does not open. */
function addressOf(kind: SearchGroup['kind'], hit: SearchHit, opens: (thing: Thing) => boolean): string {
  if (kind === 'OPERATION' || !opens(thingOf[kind])) return `/pmo/operations/${hit.operationId}`;
  return thingPath(hit.operationId, thingOf[kind], hit.id);
}

/** What is offered for a text: the pages that match, then what the server found. */
export function optionsOf(
  text: string,
  pages: readonly PageTarget[],
  groups: readonly SearchGroup[],
  { opens, several }: { opens: (thing: Thing) => boolean; several: boolean },
): Option[] {
  return [
    ...matching(pages, text, ({ label }) => label).map(
      ({ label, to }): Option => ({
        key: `page ${to}`,
        group: 'search.group.page',
        name: label,
        detail: undefined,
        operation: undefined,
        to,
      }),
    ),
    ...groups.flatMap(({ kind, hits }) =>
      hits.map(
        (hit): Option => ({
          key: `${kind} ${hit.id}`,
          group: headings[kind],
          name: hit.name,
          detail: hit.detail,
          operation: several && kind !== 'OPERATION' ? hit.operationName : undefined,
          to: addressOf(kind, hit, opens),
        }),
      ),
    ),
  ];
}

/** How many of how many are shown, where some are not. */
export const countsOf = (groups: readonly SearchGroup[]): Counts =>
  Object.fromEntries(
    groups
      .filter(({ total, hits }) => total > hits.length)
      .map(({ kind, total, hits }) => [headings[kind], { shown: hits.length, total }]),
  );
