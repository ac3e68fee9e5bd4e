import type { Page } from '@playwright/test';
import { type Account, expect, open, operationOf, read, settled, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';

interface Screen {
  name: string;
  /** Its address, or how to come to it. */
  at: string | ((page: Page) => Promise<unknown>);
}

const of = (externalId: string, path: string) => (page: Page) => open(page, externalId, path);

const screens: Partial<Record<Account | 'visitor', Screen[]>> = {
  visitor: [{ name: 'sign-in', at: '/login' }],
  organizer: [
    { name: 'operations', at: '/pmo' },
    { name: 'own account', at: '/pmo/account' },
    { name: 'how an account is billed', at: '/pmo/account/billing' },
    { name: 'where one is signed in', at: '/pmo/account/security' },
    { name: 'tokens', at: '/pmo/account/tokens' },
    { name: 'terms', at: '/pmo/terms' },
    { name: 'glossary', at: '/pmo/glossary' },
    { name: 'unknown page', at: '/pmo/no/such/page' },
    { name: 'month', at: of('ACC00000001', 'month') },
    { name: 'month of an operation of 200 sites', at: of('ACC00000002', 'month') },
    { name: 'dashboard', at: of('ACC00000001', 'dashboard') },
    { name: 'distribution of production', at: of('ACC00000001', 'productionDistribution') },
    { name: 'distribution among 200 sites', at: of('ACC00000002', 'productionDistribution') },
    { name: 'drift', at: of('ACC00000001', 'productionDistribution?tab=drift') },
    { name: 'another key', at: of('ACC00000001', 'productionDistribution?tab=simulation') },
    { name: 'sharing methods', at: of('ACC00000001', 'productionDistribution?tab=methods') },
    { name: 'curve import', at: of('ACC00000001', 'imports') },
    { name: 'who changed what', at: of('ACC00000001', 'history') },
    { name: 'who runs the operation', at: of('ACC00000001', 'edit/operation') },
    { name: 'coefficients', at: of('ACC00000001', 'edit/production') },
    { name: 'pools', at: of('ACC00000001', 'edit/production?tab=pools') },
    { name: 'seasons', at: of('ACC00000001', 'edit/production?tab=seasons') },
    { name: 'versions of the key', at: of('ACC00000001', 'edit/production?tab=history') },
    { name: 'coefficients to send', at: of('ACC00000001', 'edit/production?tab=sending') },
    { name: 'participants', at: of('ACC00000001', 'edit/participants') },
    { name: 'documents', at: of('ACC00000001', 'edit/documents') },
    { name: 'participant in detail', at: participantInDetail },
    { name: 'plans', at: of('ACC00000001', 'billing/plans') },
    { name: 'subscriptions', at: of('ACC00000001', 'billing/subscriptions') },
    { name: 'bill runs', at: of('ACC00000001', 'billing/invoices-run') },
    { name: 'edited invoices', at: of('ACC00000001', 'billing/invoices') },
    { name: 'invoice in detail', at: invoiceInDetail },
    { name: 'invoices without bill runs', at: of('ACC00000002', 'billing/invoices') },
    { name: 'dashboard of an operation of 200 sites', at: of('ACC00000002', 'dashboard') },
  ],
  participant: [
    { name: 'own energy', at: of('ACC00000001', 'dashboard') },
    { name: 'own invoices', at: of('ACC00000001', 'my-invoices') },
    { name: 'own documents', at: of('ACC00000001', 'my-documents') },
    { name: 'own data', at: of('ACC00000001', 'my-data') },
    { name: 'refused page', at: of('ACC00000001', 'edit/participants') },
  ],
  observer: [{ name: 'participants, read only', at: of('ACC00000001', 'edit/participants') }],
  admin: [
    { name: 'back-office', at: '/admin' },
    { name: 'list of operations', at: '/admin/operations' },
    { name: 'new operation', at: '/admin/operations/create' },
    { name: 'operation', at: (page) => firstOf(page, 'operations') },
    { name: 'list of participants', at: '/admin/participants' },
    { name: 'list of users', at: '/admin/users' },
    { name: 'new user', at: '/admin/users/create' },
    { name: 'user', at: (page) => firstOf(page, 'users') },
    { name: 'accepted terms', at: '/admin/cgu-approvals' },
    { name: 'jobs', at: '/admin/jobs' },
    { name: 'outbox', at: '/admin/outbox' },
  ],
};

// No screen changes anything: they are shared out among the workers.
test.describe.configure({ mode: 'parallel' });

for (const [who, list] of Object.entries(screens)) {
  test.describe(`${who}:`, () => {
    test.use({ as: who === 'visitor' ? undefined : (who as Account) });
    for (const { name, at } of list) {
      test(`screen "${name}" in light and dark, from 1440 to 320 px`, async ({ page }) => {
        if (typeof at === 'string') await page.goto(at);
        else await at(page);
        await settled(page);
        await page.waitForLoadState('networkidle');
        await expectGoodScreen(page);
      });
    }
  });
}

async function firstOf(page: Page, resource: string): Promise<void> {
  const [first] = await read<{ id: string }[]>(page, `/admin/${resource}`);
  await page.goto(`/admin/${resource}/${first?.id}`);
}

async function participantInDetail(page: Page): Promise<void> {
  await open(page, 'ACC00000001', 'edit/participants');
  await page.getByRole('button', { name: 'Aperçu de Mairie', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function invoiceInDetail(page: Page): Promise<void> {
  const { id } = await operationOf(page, 'ACC00000001');
  const invoices = await read<{ id: string }[]>(page, `/operations/${id}/billing/invoices?limit=1&status=FINALIZED`);
  await page.goto(`/pmo/operations/${id}/billing/invoices?tab=published&invoice=${invoices[0]?.id}`);
  await expect(page.getByRole('dialog')).toContainText('kWh');
}
