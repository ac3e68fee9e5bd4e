import type { APIRequestContext, Browser, BrowserContext } from '@playwright/test';
import { demoPassword, digits, expect } from './fixtures.ts';
import { answer } from './ownOperation.ts';

/** The text of the last mail to an address, as the local outbox keeps it. */
export async function mailTo(office: APIRequestContext, email: string, holding: RegExp): Promise<RegExpExecArray> {
  let found: RegExpExecArray | null = null;
  const look = async () => {
    const mails = await answer<{ id: string; to: string }[]>(office.get('/api/admin/outbox'));
    for (const { id } of mails.filter(({ to }) => to === email)) {
      found ??= holding.exec(JSON.stringify(await answer(office.get(`/api/admin/outbox/${id}`))));
    }
    return found !== null;
  };
  await expect.poll(look, { timeout: 60_000 }).toBe(true);
  if (!found) throw new Error(`no mail to ${email}`);
  return found;
}

/** Whoever a site is proposed to opens the account by the mail, accepts the terms and the site: a browser of its own. */
export async function holderOf(
  siteId: string,
  by: { admin: APIRequestContext; organizer: APIRequestContext; browser: Browser; baseURL: string | undefined },
): Promise<BrowserContext & { email: string }> {
  const email = `titulaire.${digits(8)}@exemple.example`;
  await answer(by.organizer.put(`/api/participants/${siteId}`, { data: { userEmail: email } }));
  const [, token] = await mailTo(by.admin, email, /#token=([\w-]+)/);
  const context = await by.browser.newContext({
    baseURL: by.baseURL ?? '',
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [] },
  });
  await answer(context.request.post('/api/account-links/accept', { data: { token, newPassword: demoPassword } }));
  const { id } = await answer<{ id: string }>(context.request.get('/api/session'));
  await answer(context.request.post(`/api/cgu/accept-cgu/${id}`));
  const proposed = await answer<{ id: string }[]>(context.request.get(`/api/users/${id}/site-invitations`));
  for (const one of proposed) {
    const accepted = await context.request.post(`/api/users/${id}/site-invitations/${one.id}/accept`);
    expect(accepted.status()).toBe(204);
  }
  return Object.assign(context, { email });
}
