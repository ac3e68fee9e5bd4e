import type { Locator, Page } from '@playwright/test';
import { billedOperation, curvesOf, month } from './billedOperation.ts';
import { expect, type Operation, open, operationOf, read, settled, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';

interface Invoice {
  number?: string;
  amountCents: number;
}

interface Month {
  month: string;
  state: string;
  next?: { step: string; action?: string };
  steps: { kind: string; state: string; drafts?: { number: number; amountCents: number } }[];
}

test.use({ as: 'organizer' });

const monthOf = (page: Page, { id }: Operation, of = month) => read<Month>(page, `/operations/${id}/months/${of}`);

const stateOf = async (page: Page, operation: Operation, kind: string) =>
  (await monthOf(page, operation)).steps.find((step) => step.kind === kind)?.state;

const step = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Les étapes du mois' }).getByRole('listitem').filter({ hasText: name }).first();

/** How somebody acts on what a page offers. */
interface Hands {
  choose: (files: ReturnType<typeof curvesOf>) => Promise<void>;
  act: (button: Locator) => Promise<void>;
}

/** From a file to published invoices, without leaving the month. */
async function wholeMonth(page: Page, operation: Operation, hands: Hands): Promise<void> {
  const { pathname } = new URL(page.url());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Le mois d/);
  await expect(page.getByRole('status').first()).toContainText('Importer les courbes');

  await hands.choose(curvesOf(operation));
  await hands.act(page.getByRole('button', { name: 'Vérifier' }));
  await hands.act(page.getByRole('button', { name: 'Importer', exact: true }));
  await expect.poll(() => stateOf(page, operation, 'DATA'), { timeout: 60_000 }).toBe('DONE');

  // Until the fifth of the month they can be sent; after it the operator has shared without them.
  if ((await stateOf(page, operation, 'COEFFICIENTS')) === 'TODO') {
    await hands.act(page.getByRole('button', { name: 'Calculer les coefficients' }));
    await hands.act(page.getByRole('button', { name: 'Noter l’envoi' }));
    await hands.act(page.getByRole('dialog').getByRole('button', { name: 'Noter l’envoi' }));
  }

  await hands.act(step(page, 'Brouillons').getByRole('button', { name: 'Générer les brouillons', exact: true }));
  await expect.poll(() => stateOf(page, operation, 'PUBLISHED'), { timeout: 60_000 }).toBe('TODO');
  const drafts = (await monthOf(page, operation)).steps.find(({ kind }) => kind === 'DRAFTS')?.drafts;
  expect(drafts).toMatchObject({ number: 2, amountCents: 19_500 });
  await expect(step(page, 'Brouillons')).toContainText(/2 brouillons, 195,00\s€/);

  await hands.act(page.getByRole('button', { name: 'Publier 2 factures' }));
  await hands.act(page.getByRole('dialog').getByRole('button', { name: 'Publier les 2 factures' }));
  await hands.act(page.getByRole('dialog').getByRole('button', { name: 'Fermer' }));
  await expect(step(page, 'Publiées')).toContainText(/2 factures, 195,00\s€/);
  await expect.poll(() => stateOf(page, operation, 'SENT')).toBe('TODO');
  const invoices = await read<Invoice[]>(page, `/operations/${operation.id}/billing/invoices?status=FINALIZED`);
  expect(invoices.map(({ number }) => Boolean(number))).toEqual([true, true]);
  expect(new URL(page.url()).pathname, 'the spine was never left').toBe(pathname);
}

async function newOperation(page: Page, requests: Parameters<Parameters<typeof test>[2]>[0]['requests']) {
  const operation = await billedOperation(await requests('admin'), await requests('organizer'));
  // One issuer is confirmed by the back-office before it may give numbers.
  const admin = await requests('admin');
  const claims = (await (await admin.get('/api/admin/seller-claims')).json()) as { id: string; status: string }[];
  for (const { id, status } of claims) {
    if (status === 'REQUESTED') await admin.put(`/api/admin/seller-claims/${id}`, { data: { status: 'CONFIRMED' } });
  }
  await open(page, operation.externalId, 'month');
  await settled(page);
  return operation;
}

test('a month goes from a file to published invoices on its page, in at most 12 clicks', async ({ page, requests }) => {
  test.slow();
  const operation = await newOperation(page, requests);
  await expectGoodScreen(page);
  let clicks = 0;
  await wholeMonth(page, operation, {
    choose: async (file) => {
      clicks += 2; // the button, and the file in the window of the system
      await page.locator('input[type=file]').setInputFiles(file);
    },
    act: async (button) => {
      clicks += 1;
      await button.click();
    },
  });
  console.info(`clicks of a month: ${clicks}`);
  expect(clicks).toBeLessThanOrEqual(12);
  await expectGoodScreen(page);
});

test('the same by keyboard only', async ({ page, requests }) => {
  test.slow();
  const operation = await newOperation(page, requests);
  const reach = async (target: Locator) => {
    await expect(target).toBeVisible({ timeout: 60_000 });
    await expect(target).toBeEnabled();
    for (let presses = 0; presses < 150; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`no Tab leads to ${target}`);
  };
  await wholeMonth(page, operation, {
    choose: async (file) => {
      // The window of the system opens for a field that stays: the page may draw it anew meanwhile.
      for (let attempt = 0; attempt < 5; attempt++) {
        await reach(page.locator('input[type=file]'));
        const chooser = page.waitForEvent('filechooser', { timeout: 5000 }).catch(() => undefined);
        await page.keyboard.press('Enter');
        const opened = await chooser;
        if (opened) return opened.setFiles(file);
      }
      throw new Error('no window for files opens');
    },
    act: async (button) => {
      await reach(button);
      await page.keyboard.press('Enter');
    },
  });
});

test('what is said on the page is what the server answers, and each check leads to its place', async ({ page }) => {
  const operation = await operationOf(page, 'ACC00000001');
  const months = await read<Month[]>(page, `/operations/${operation.id}/months`);
  const over = months.find(({ state }) => state !== 'IN_PROGRESS');
  await open(page, 'ACC00000001', 'month');
  await expect(page).toHaveURL(new RegExp(`/month/${over?.month}$`));
  await expect(
    page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^1\. Données/ }) }),
  ).toBeVisible();
  await step(page, 'Contrôles')
    .getByRole('button', { name: /^3\. Contrôles/ })
    .click();
  // Another test may have had the coefficients of the month applied meanwhile.
  const { checks } = await read<{ checks: { kind: string }[] }>(
    page,
    `/operations/${operation.id}/months/${over?.month}`,
  );
  const missed = checks.some(({ kind }) => kind === 'DEADLINE_MISSED') ? 1 : 0;
  const late = step(page, 'Contrôles').getByRole('link', { name: /^Date limite/ });
  await expect(late).toHaveCount(missed);
  if (missed) await expect(late).toHaveAttribute('href', /\/edit\/production\?tab=sending$/);
  await page.getByRole('link', { name: 'Mois précédent' }).click();
  const earlier = months.find(({ month }) => over !== undefined && month < over.month);
  const done = 'Tout est fait pour ce mois.';
  // A bill run of the demo may still be at work, and end meanwhile.
  await expect
    .poll(async () => {
      const { state, steps } = await read<Month>(page, `/operations/${operation.id}/months/${earlier?.month}`);
      const runs = steps.some((one) => one.state === 'RUNNING');
      const said = runs ? 'La campagne est en cours.' : state === 'DONE' ? done : 'Envoyer les factures';
      return (await page.getByRole('status').first().textContent())?.includes(said);
    })
    .toBe(true);
});
