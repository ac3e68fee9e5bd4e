import type { QueryClient } from '@tanstack/react-query';

/** Tags of the contract: whose call a reply comes from. */
export type Tag =
  | 'account'
  | 'operation'
  | 'participant'
  | 'metering'
  | 'allocation'
  | 'billing'
  | 'month'
  | 'history'
  | 'payment'
  | 'job'
  | 'search'
  | 'communication'
  | 'alert'
  | 'library'
  | 'export'
  | 'paper'
  | 'consent'
  | 'economy'
  | 'finance'
  | 'report'
  | 'legacy'
  | 'journal'
  | 'correction'
  | 'einvoicing'
  | 'statement'
  | 'delivery'
  | 'admin';

/**
 * What a change through a call of a tag makes of old replies: those of these tags are asked for
 * anew. Curves move shares and drafts, sites move everything, and a job is followed by who began it.
 */
const touched: Record<Tag, readonly Tag[]> = {
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
  communication: ['communication', 'history'],
  alert: ['alert', 'history'],
  library: ['library', 'history'],
  export: ['export', 'job', 'history'],
  paper: ['paper', 'history'],
  consent: ['consent', 'alert', 'history'],
  economy: ['economy', 'finance', 'history'],
  finance: ['finance', 'history'],
  report: ['report', 'job', 'history'],
  legacy: ['legacy', 'history'],
  journal: ['journal', 'history'],
  correction: ['correction', 'billing', 'month', 'alert', 'finance', 'journal', 'history'],
  einvoicing: ['einvoicing', 'alert', 'history'],
  statement: ['statement', 'billing', 'month', 'history'],
  admin: [],
};

/** The tag of a path of the contract; `forget.test.ts` compares with the contract. */
export function tagOf(path: string): Tag {
  if (path.startsWith('/admin/')) return 'admin';
  if (path.startsWith('/jobs')) return 'job';
  if (path === '/search') return 'search';
  if (/^(\/operations\/\{operationId\})?\/(months|setup)\b/.test(path)) return 'month';
  if (path === '/operations/{operationId}/history') return 'history';
  if (path.endsWith('/extent') || path === '/extents') return 'participant';
  if (/\/alert(s|-rules)\b/.test(path)) return 'alert';
  if (path.includes('/communication/')) return 'communication';
  if (path.includes('/papers')) return 'paper';
  if (/\/(rights|consents|requests)\b/.test(path)) return 'consent';
  if (/\/billing\/correction(s|-settings)\b/.test(path)) return 'correction';
  if (path.includes('/einvoicing/')) return 'einvoicing';
  if (/\/(statements|statement-summary|payouts|statement-payments|payout-settings)\b/.test(path)) return 'statement';
  if (path.includes('/finance/')) return 'finance';
  if (/\/report(-links)?\b/.test(path)) return 'report';
  if (path.includes('/economy/') || path.startsWith('/trv-prices')) return 'economy';
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
  if (/\/(participants|site-invitations|enrolments|enrolment-draft)\b/.test(path)) return 'participant';
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
  const tags = touched[tag];
  await queries.invalidateQueries({
    predicate: ({ queryKey: [, path] }) =>
      typeof path === 'string' && path.startsWith('/') && !left.includes(path) && tags.includes(tagOf(path)),
  });
}
