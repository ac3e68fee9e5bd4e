import { type Tag, tags } from '@openpmo/sdk';
import type { QueryClient } from '@tanstack/react-query';

/**
 * What a change through a call of a tag makes of old replies: those of these tags are asked for
 * anew. Curves move shares and drafts, sites move everything, and a job is followed by who began it.
 * A tag that is not named moves its own replies and the history.
 */
const touched: Partial<Record<Tag, readonly Tag[]>> = {
  account: ['account'],
  operation: ['operation', 'month', 'history', 'search'],
  participant: [
    'participant',
    'operation',
    'metering',
    'allocation',
    'billing',
    'month',
    'payment',
    'history',
    'search',
  ],
  metering: ['metering', 'operation', 'allocation', 'billing', 'correction', 'month', 'history', 'job'],
  allocation: ['allocation', 'month', 'history', 'job'],
  billing: [
    'billing',
    'correction',
    'delivery',
    'participant',
    'month',
    'payment',
    'journal',
    'einvoicing',
    'statement',
    'finance',
    'history',
    'job',
    'search',
  ],
  delivery: ['delivery', 'billing', 'month', 'history'],
  month: [],
  history: [],
  payment: ['payment', 'billing', 'statement', 'month', 'finance', 'history'],
  job: [],
  search: [],
  export: ['export', 'job', 'history'],
  consent: ['consent', 'alert', 'history'],
  economy: ['economy', 'finance', 'history'],
  report: ['report', 'job', 'history'],
  correction: ['correction', 'billing', 'month', 'alert', 'finance', 'journal', 'history'],
  einvoicing: ['einvoicing', 'alert', 'history'],
  statement: ['statement', 'billing', 'month', 'history'],
  admin: [],
};

const isTag = (part: string): part is Tag => (tags as readonly string[]).includes(part);

const one = (part: string): string => part.replace(/s$/, '');
const scope = /^\/(operations|participants)\/\{\w+\}/;

/**
 * The tag of a path of the contract: the first part within its scope that is one, or more of one, but for paths
 * that say it otherwise. `forget.test.ts` compares with the contract.
 */
export function tagOf(path: string): Tag {
  if (path.startsWith('/admin/')) return 'admin';
  if (path.startsWith('/jobs')) return 'job';
  if (/^(\/operations\/\{operationId\})?\/(months|setup)\b/.test(path)) return 'month';
  if (path.endsWith('/extent') || path === '/extents') return 'participant';
  if (/\/alert(s|-rules)\b/.test(path)) return 'alert';
  if (path.includes('/papers')) return 'paper';
  if (/\/(rights|consents|requests)\b/.test(path)) return 'consent';
  if (/\/billing\/correction(s|-settings)\b/.test(path)) return 'correction';
  if (/\/(statements|statement-summary|payouts|statement-payments|payout-settings)\b/.test(path)) return 'statement';
  if (/\/report(-links)?\b/.test(path)) return 'report';
  if (path.startsWith('/trv-prices')) return 'economy';
  if (/\/(billing-config|billing-contracts|billing-migration|bills)\b/.test(path)) return 'legacy';
  if (/\/export(s|-links)\b/.test(path)) return 'export';
  if (/\/(documents|folders|document-links)\b/.test(path)) return 'library';
  if (
    /\/billing\/(sellers|cut-off|billing-entities\/[^/]+\/(accounts|journal|journal-exports|month-locks))\b/.test(path)
  )
    return 'journal';
  if (/\/billing\/deliver(ies|y-settings)\b/.test(path)) return 'delivery';
  if (path.includes('/billing/') || path.endsWith('/operation-billings')) return 'billing';
  if (path.includes('/payments/')) return 'payment';
  if (path.includes('/energy-allocation/') || path.endsWith('/sharing')) return 'allocation';
  if (/\/measurements\/|\/distribution$/.test(path)) return 'metering';
  const own = path.replace(scope, '').split('/').map(one).find(isTag);
  if (own) return own;
  if (/\/(participants|successions|clients|site-invitations|enrolments|enrolment-draft)\b/.test(path))
    return 'participant';
  if (/^\/(operations|organizers|observers|theme)\b|\/member-invitations\b/.test(path)) return 'operation';
  return 'account';
}

/**
 * After a change through a call of a tag: replies that rest on it are asked for anew where they are
 * shown, and before they are shown again elsewhere. Waits for the former.
 *
 * Every query key is `[method, path, …]`; keys that name no path are of no tag. Paths that are `left`
 * out are those of what the change took away, or of what was just read.
 */
export async function forget(queries: QueryClient, tag: Tag, ...left: string[]): Promise<void> {
  const moved = touched[tag] ?? [tag, 'history'];
  await queries.invalidateQueries({
    predicate: ({ queryKey: [, path] }) =>
      typeof path === 'string' && path.startsWith('/') && !left.includes(path) && moved.includes(tagOf(path)),
  });
}
