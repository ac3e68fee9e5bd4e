import type { Page } from '@playwright/test';
import { type Account, open, operationOf, read } from './fixtures.ts';

/** A page, its address or how to come to it. */
export interface Visit {
  name: string;
  go: (page: Page) => Promise<unknown>;
}

const at = (path: string): Visit => ({ name: path, go: (page) => page.goto(path) });
const of = (externalId: string, path: string): Visit => ({
  name: `${externalId} ${path}`,
  go: (page) => open(page, externalId, path),
});

const first = (resource: string, action = ''): Visit => ({
  name: `/admin/${resource}/{id}${action}`,
  go: async (page) => {
    const [one] = await read<{ id: string }[]>(page, `/admin/${resource}`);
    return page.goto(`/admin/${resource}/${one?.id}${action}`);
  },
});

const invoice: Visit = {
  name: 'an invoice',
  go: async (page) => {
    const { id } = await operationOf(page, 'ACC00000001');
    const [one] = await read<{ id: string }[]>(page, `/operations/${id}/billing/invoices?limit=1&status=FINALIZED`);
    return page.goto(`/pmo/operations/${id}/billing/invoices?tab=published&invoice=${one?.id}`);
  },
};

const site: Visit = {
  name: 'a site',
  go: async (page) => {
    const { id } = await operationOf(page, 'ACC00000001');
    const [one] = await read<{ id: string }[]>(page, `/operations/${id}/participants`);
    return page.goto(`/pmo/operations/${id}/edit/participants?p=${one?.id}`);
  },
};

/** The page of the first thing of a list of the billed operation. */
const pageOf = (folder: string, list: string): Visit => ({
  name: `the page of one of ${folder}`,
  go: async (page) => {
    const { id } = await operationOf(page, 'ACC00000001');
    const [one] = await read<{ id: string; runId?: string }[]>(page, `/operations/${id}/${list}`);
    return page.goto(`/pmo/operations/${id}/${folder}/${folder === 'runs' ? one?.runId : one?.id}`);
  },
});

const pagesOfThings = [
  pageOf('sites', 'participants'),
  pageOf('clients', 'billing/billable-entities'),
  pageOf('issuers', 'billing/billing-entities'),
  pageOf('plans', 'billing/plans'),
  pageOf('invoices', 'billing/invoices?status=FINALIZED&limit=1'),
  pageOf('runs', 'billing/invoices?status=FINALIZED&limit=1'),
];

const ofOperations = [
  'month',
  'dashboard',
  'productionDistribution',
  'productionDistribution?tab=drift',
  'productionDistribution?tab=simulation',
  'productionDistribution?tab=methods',
  'imports',
  'edit/documents',
  'edit/documents?papers=1',
  'edit/operation',
  'exports',
  'history',
  'edit/production',
  'edit/production?tab=pools',
  'edit/production?tab=seasons',
  'edit/production?tab=history',
  'edit/production?tab=sending',
  'edit/participants',
  'edit/participants?group=observers',
  'billing/plans',
  'billing/subscriptions',
  'billing/subscriptions?tab=issuers',
  'billing/subscriptions?tab=clients',
  'billing/invoices-run',
  'billing/accounting',
  'billing/einvoicing',
  'billing/receivables',
  'billing/receivables?tab=balances',
  'billing/receivables?tab=reminders',
  'billing/check',
  'billing/check?tab=supplier',
  'fin/expense',
  'fin/income',
  'fin/monitoring',
  'communication',
  'alerts',
  'alerts?tab=rules',
  'communication?write=1',
  'billing/invoices?tab=published',
].map((path) => of('ACC00000001', path));

/** Those of the operation of 200 sites that was never billed. */
const ofManySites = ['month', 'dashboard', 'productionDistribution', 'billing/invoices'].map((path) =>
  of('ACC00000002', path),
);

/** Those of the operation that the old engine bills. */
const ofOldEngine = ['billing/configs', 'billing/participants', 'billing/participants?tab=producer'].map((path) =>
  of('ACC00000003', path),
);

/** Every page that a person can come to by the menu, a tab or a link of a list. */
export const pagesOf: Record<Account, Visit[]> = {
  organizer: [
    at('/pmo'),
    at('/pmo?state=late'),
    at('/pmo/account'),
    at('/pmo/account/billing'),
    at('/pmo/account/security'),
    at('/pmo/account/tokens'),
    at('/pmo/terms'),
    at('/pmo/glossary'),
    at('/pmo/no/such/page'),
    ...ofOperations,
    ...ofManySites,
    ...ofOldEngine,
    invoice,
    site,
    ...pagesOfThings,
  ],
  'organizer-be': [
    'dashboard',
    'imports',
    'edit/participants',
    'billing/plans',
    'billing/subscriptions',
    'billing/statements',
    'billing/statements?tab=owed',
    'billing/statements?tab=payouts',
  ].map((path) => of('BE00000001', path)),
  observer: [at('/pmo'), ...ofOperations],
  participant: [
    at('/pmo'),
    at('/pmo/account'),
    ...[
      'dashboard',
      'my-invoices',
      'my-documents',
      'my-data',
      'my-data/rights',
      'billing/check',
      'billing/check?tab=supplier',
      'edit/participants', // refused
    ].map((path) => of('ACC00000001', path)),
  ],
  admin: [
    at('/admin'),
    ...[
      'operations',
      'participants',
      'users',
      'participant-bills',
      'producer-bills',
      'cgu-approvals',
      'seller-claims',
      'emission-factors',
      'trv-prices',
      'jobs',
      'outbox',
    ].map((resource) => at(`/admin/${resource}`)),
    at('/admin/operations/create'),
    at('/admin/users/create'),
    first('operations'),
    first('users'),
    first('participants', '/show'),
    first('jobs', '/show'),
  ],
};
