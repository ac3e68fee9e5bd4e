import type { APIRequestContext, APIResponse } from '@playwright/test';
import { fileOf, startOf } from './curveFiles.ts';
import { civilDay, demoPassword, digits, expect, type Operation, settled, signIn, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';
import { expectOwnFigures, expectOwnYear } from './ownFigures.ts';

interface Site {
  id: string;
  dsoId: string;
}

const ownPassword = 'prosommatrice-2026';

test.describe('a prosumer', () => {
  test('reads what it used and what it made, and who gave what', async ({ page, playwright, requests, baseURL }) => {
    const [admin, organizer] = [await requests('admin'), await requests('organizer')];
    const email = `xavier${digits(8)}@exemple.example`;
    const visitor = await playwright.request.newContext({ baseURL: baseURL ?? '' });
    await activeAccount(admin, visitor, email);
    const { id, xavier } = await ownOperation(admin, organizer, email);
    await acceptSites(visitor);
    await visitor.dispose();

    await signIn(page, email, ownPassword);
    await expect(page).toHaveURL(/\/pmo/);
    await page.goto(`/pmo/operations/${id}`);
    await expect(page.getByRole('heading', { name: /de votre électricité .* est locale$/ })).toBeVisible();
    await expect(
      page.getByRole('heading', { name: /de votre production .* a été consommée localement$/ }),
    ).toBeVisible();
    await settled(page);
    await expectOwnFigures(page, xavier, false);
    await expectOwnYear(page, xavier);
    await expectGoodScreen(page);
    await page.getByRole('combobox', { name: 'Producteur' }).click();
    await page.getByRole('option', { name: 'Maison Xavier' }).click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/prod/${xavier}(\\?|$)`));
    await expect(page.getByRole('region', { name: 'Un seul producteur' })).toContainText('De Maison Xavier');

    await page.goto(`/pmo/operations/${id}/my-data`);
    const used = page.getByRole('button', { name: 'Ma consommation' });
    const made = page.getByRole('button', { name: 'Ma production' });
    await expect(used).toHaveAttribute('aria-pressed', 'true');
    await made.click();
    await expect(page).toHaveURL(/my-data\?.*side=producer/);
    await expect(page.getByRole('heading', { name: 'Production par heure et par jour' })).toBeVisible();
    await expectGoodScreen(page);
  });
});

/** The account of a participant that has been through the first steps. */
async function activeAccount(admin: APIRequestContext, visitor: APIRequestContext, email: string): Promise<void> {
  const data = { email, role: 'participant', password: demoPassword };
  const { id } = await answer<{ id: string }>(admin.post('/api/admin/users', { data }));
  await answer(visitor.post('/api/session/login', { data: { email, password: demoPassword } }));
  const passwords = { oldPassword: demoPassword, newPassword: ownPassword };
  await answer(visitor.put('/api/users/update-pw-with-old', { data: passwords }));
  await answer(visitor.post('/api/session/login', { data: { email, password: ownPassword } }));
  await answer(visitor.put('/api/users/update-authenticated-user', { data: { initialized: true } }));
  await answer(visitor.post(`/api/cgu/accept-cgu/${id}`));
}

/** Agrees to every site that is proposed to the account. */
async function acceptSites(visitor: APIRequestContext): Promise<void> {
  const { id } = await answer<{ id: string }>(visitor.get('/api/session'));
  const base = `/api/users/${id}/site-invitations`;
  for (const one of await answer<{ id: string }[]>(visitor.get(base))) {
    await visitor.post(`${base}/${one.id}/accept`);
  }
}

/** An operation with a roof, a prosumer and three consumers, and ten days of their curves. */
async function ownOperation(admin: APIRequestContext, organizer: APIRequestContext, userEmail: string) {
  const number = digits(8);
  const me = await answer<{ id: string }>(organizer.get('/api/session'));
  const operation = { name: `Essai ${number}`, externalId: `ACC${number}`, dso: 'FAKE', organizerIds: [me.id] };
  const { id } = await answer<Operation>(admin.post('/api/admin/operations', { data: operation }));
  let count = 0;
  const add = (name: string, energyType: string, more: object = {}) => {
    const dsoId = `99${number}${String(count++).padStart(4, '0')}`;
    const site = { name, energyType, dsoId, address: '1 rue du Soleil', postCode: '35300', city: 'Fougères' };
    const days = { entityType: 'partIndiv', activationRange: { entry: civilDay(-30) } };
    return answer<Site>(organizer.post(`/api/operations/${id}/participants`, { data: { ...site, ...days, ...more } }));
  };
  const roof = await add('Grand toit', 'producer', { productionTypeId: 3 });
  const xavier = await add('Maison Xavier', 'consumer', { isProsumer: true, productionTypeId: 3, userEmail });
  const others = [await add('Zoé', 'consumer'), await add('Bob', 'consumer'), await add('Carl', 'consumer')];
  const rows = [
    ...[xavier, ...others].flatMap(({ dsoId }) => curve(dsoId, 'CONSO', () => 300)),
    ...curve(roof.dsoId, 'PROD', (hour) => (hour >= 9 && hour < 17 ? 900 : 0)),
    ...curve(xavier.dsoId, 'PROD', (hour) => (hour >= 9 && hour < 17 ? 700 : 0)),
  ];
  const files = fileOf('courbes.csv', ['prm;nature;horodate;pas;valeur;unite;statut', ...rows, ''].join('\n'));
  const imports = `/api/operations/${id}/measurements/imports`;
  const job = await answer<{ id: string }>(organizer.post(imports, { multipart: { files } }));
  const status = async () => (await answer<{ status: string }>(organizer.get(`/api/jobs/${job.id}`))).status;
  await expect.poll(status).toBe('SUCCESS');
  return { id, xavier: xavier.id };
}

/** Hours of ten days, in watts by the hour of universal time. */
function curve(dsoId: string, nature: string, watts: (hour: number) => number): string[] {
  const [from, to] = [startOf(civilDay(-12)), startOf(civilDay(-2))];
  return Array.from({ length: (to - from) / 3_600_000 }, (_, i) => {
    const at = new Date(from + i * 3_600_000);
    return [
      dsoId,
      nature,
      at.toISOString().replace('.000Z', '+00:00'),
      'PT60M',
      watts(at.getUTCHours()),
      'W',
      'D',
    ].join(';');
  });
}

async function answer<T>(asked: Promise<APIResponse>): Promise<T> {
  const reply = await asked;
  expect(reply.ok(), `${reply.status()} ${reply.url()} ${reply.ok() ? '' : await reply.text()}`).toBe(true);
  const text = await reply.text();
  return (text ? JSON.parse(text) : undefined) as T;
}
