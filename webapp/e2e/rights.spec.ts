import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { billedOperation, curvesOf, finished, first, last } from './billedOperation.ts';
import { civilDay, expect, settled, test } from './fixtures.ts';
import { expectGoodScreen } from './inspect.ts';
import { holderOf, mailTo } from './mails.ts';
import { answer } from './ownOperation.ts';

interface Site {
  id: string;
  name: string;
}

test.describe('what a participant may do with its data', () => {
  test.use({ as: 'organizer' });

  test('an accord is taken back, a move is told, leaving is asked: each is a task that the organizer answers', async ({
    page,
    requests,
    browser,
    baseURL,
  }) => {
    test.slow();
    const [admin, organizer] = [await requests('admin'), await requests('organizer')];
    const operation = await billedOperation(admin, organizer);
    const sites = await answer<Site[]>(organizer.get(`/api/operations/${operation.id}/participants`));
    const forge = sites.find(({ name }) => name === 'Forge')?.id ?? '';
    const holder = await holderOf(forge, { admin, organizer, browser, baseURL });
    const own = await holder.newPage();
    await own.goto(`/pmo/operations/${operation.id}/my-data`);
    await own.getByRole('link', { name: 'Emporter mes données, mes droits' }).click();
    await expect(own).toHaveURL(/my-data\/rights$/);
    await settled(own);
    await own.getByRole('button', { name: 'Donner mon accord, Courbes de charge' }).click();
    await expect(own.getByText('Votre accord est enregistré.')).toBeVisible();
    await own.getByRole('button', { name: 'Retirer mon accord, Courbes de charge' }).click();
    const taking = own.getByRole('dialog', { name: 'Retirer votre accord ?' });
    await expectGoodScreen(own);
    await taking.getByRole('button', { name: 'Retirer mon accord' }).click();
    await expect(own.getByText('Votre accord est retiré, l’organisateur est prévenu.')).toBeVisible();
    await expect(own.getByRole('button', { name: 'Donner mon accord, Courbes de charge' })).toBeVisible();

    const day = civilDay(40);
    for (const [ask, note] of [
      ['Je déménage', 'Le 12, un voisin reprend'],
      ['Quitter l’opération', 'Fermeture'],
    ] as const) {
      await own.getByRole('button', { name: ask }).click();
      const dialog = own.getByRole('dialog', { name: ask });
      await dialog.getByLabel('Dernier jour').fill(day);
      await dialog.getByLabel('Précisions').fill(note);
      await expectGoodScreen(own);
      await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
      await expect(dialog).toHaveCount(0);
      await expect(own.getByRole('button', { name: ask }), 'asked once').toBeDisabled();
    }
    await expectGoodScreen(own);

    // Three tasks, on the page of the site and among the alerts of who runs the operation.
    await page.goto(`/pmo/operations/${operation.id}/sites/${forge}`);
    await settled(page);
    const rights = page.getByRole('heading', { name: 'Demandes du participant' }).locator('..');
    for (const kind of ['Retrait d’un accord', 'Déménager', 'Quitter l’opération'])
      await expect(rights.getByText(kind).first()).toBeVisible();
    await expect(rights.getByText('Le 12, un voisin reprend')).toBeVisible();
    const told = async () => {
      const alerts = await answer<{ rule: string; participantId?: string; figures: { number?: number } }[]>(
        organizer.get(`/api/operations/${operation.id}/alerts`),
      );
      return alerts.find(({ rule, participantId }) => rule === 'REQUEST_WAITING' && participantId === forge)?.figures
        .number;
    };
    await expect.poll(told, { timeout: 100_000, message: 'alerts are looked for every minute' }).toBe(3);
    await expectGoodScreen(page);
    const open = rights.getByRole('button', { name: 'Marquer comme traitée' });
    await expect(open).toHaveCount(3);
    await rights.getByRole('button', { name: 'Refuser' }).last().click();
    const refusal = page.getByRole('dialog', { name: 'Refuser' });
    await expect(refusal.getByRole('button', { name: 'Refuser' }), 'a reason is wanted').toBeDisabled();
    await refusal.getByLabel('Réponse au participant').fill('Le bail court jusqu’en juin');
    await refusal.getByRole('button', { name: 'Refuser' }).click();
    await expect(open).toHaveCount(2);
    for (const left of [1, 0]) {
      await open.first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Marquer comme traitée' }).click();
      await expect(open).toHaveCount(left);
    }
    await own.reload();
    await settled(own);
    await expect(own.getByText(/Le bail court jusqu’en juin/)).toBeVisible();
    await expect(own.getByRole('button', { name: 'Je déménage' }), 'may be asked again').toBeEnabled();
    await holder.close();
  });

  test('a participant takes its data away: the mail leads to a file of its own site, by the day', async ({
    requests,
    browser,
    baseURL,
  }) => {
    const [admin, organizer] = [await requests('admin'), await requests('organizer')];
    const operation = await billedOperation(admin, organizer);
    const base = `/api/operations/${operation.id}`;
    await finished(
      organizer,
      await answer<{ id: string }>(
        organizer.post(`${base}/measurements/imports`, { multipart: { files: curvesOf(operation) } }),
      ),
    );
    const sites = await answer<Site[]>(organizer.get(`${base}/participants`));
    const forge = sites.find(({ name }) => name === 'Forge')?.id ?? '';
    const holder = await holderOf(forge, { admin, organizer, browser, baseURL });
    const own = await holder.newPage();
    await own.goto(`/pmo/operations/${operation.id}/my-data`);
    await own.getByRole('link', { name: 'Emporter mes données, mes droits' }).click();
    await expect(own).toHaveURL(/my-data\/rights$/);
    await settled(own);
    const none = own.getByText('Aucun export');
    await expect(none).toBeVisible();
    const boxes = own.getByRole('group', { name: 'Colonnes personnelles' }).getByRole('checkbox');
    for (const box of await boxes.all()) await box.uncheck();
    await expect(
      own.getByRole('button', { name: 'Demander le fichier' }),
      'one personal column at least',
    ).toBeDisabled();
    await expectGoodScreen(own);
    await boxes.first().check();
    await own.getByLabel('Du', { exact: true }).fill(first);
    await own.getByLabel('Au', { exact: true }).fill(last);
    await own.getByRole('button', { name: 'Demander le fichier' }).click();
    await expect(own.getByText('L’export a commencé : vous recevrez le fichier par e-mail.')).toBeVisible();

    const [, link] = await mailTo(admin, holder.email, /(https?:[^\s"\\<]+\/export-links\/[\w-]+)/);
    const waiting = own.waitForEvent('download');
    await own.getByRole('link', { name: 'Télécharger' }).first().click();
    const file = (await readFile(await (await waiting).path())).toString();
    expect(file).toContain('Forge');
    // The link of the mail leads to the same file, without a session.
    const anywhere = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const linked = await anywhere.request.get(link ?? '');
    expect([linked.status(), await linked.text()]).toEqual([200, file]);
    await anywhere.close();
    for (const other of ['Moulin', 'Toit Un', 'Toit Deux']) expect(file).not.toContain(other);
    expect(file.split('\n').filter((line) => line.includes('Forge')).length).toBeGreaterThanOrEqual(28);
    await expectGoodScreen(own);
    await onAPhone(own);
    await expectGoodScreen(own);
    await holder.close();
  });
});

const onAPhone = async (page: Page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await settled(page);
};
