import type { APIRequestContext, APIResponse } from '@playwright/test';
import { type Account, civilDay, digits, expect, type Operation } from './fixtures.ts';

const consumers = ['Boulangerie du Château', 'École Jules-Ferry', 'Mairie', 'Médiathèque', 'Crèche des Lutins'];
const producers = ['Toiture Gymnase', 'Toiture Halle aux grains'];

/**
 * An operation at ENEDIS of the test's own, with sites, a key by parts, and the organizer of the
 * demo: what is changed in it no other test sees, and a test that is repeated begins with a new one.
 */
export async function ownOperation(as: (account: Account) => Promise<APIRequestContext>): Promise<Operation> {
  const [admin, organizer] = [await as('admin'), await as('organizer')];
  const number = digits(8);
  const { id: organizerId } = await answer<{ id: string }>(organizer.get('/api/session'));
  const made = await answer<Operation>(
    admin.post('/api/admin/operations', {
      data: { name: `Essai ${number}`, externalId: `ACC${number}`, dso: 'ENEDIS', organizerIds: [organizerId] },
    }),
  );
  const lines = [
    ...consumers.map((name, at) => [`99${number}00${two(at)}`, 'C', name, `${at + 1} rue de la Pinterie`, 'C5']),
    ...producers.map((name, at) => [`99${number}01${two(at)}`, 'P', name, `${at + 1} rue du Soleil`, 'P4_SURPLUS']),
  ].map(([prm, type, name, address, segment]) =>
    [prm, type, name, address, '35300', 'Fougères', segment, civilDay(-30), '', 'EN_VIGUEUR', 'CREATION'].join(';'),
  );
  const header = 'prm;type;nom;adresse;code_postal;ville;segment;date_entree;date_sortie;statut;action';
  const name = `PERIM_ACC${number}_${civilDay(0).replaceAll('-', '')}.csv`;
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(`${[header, ...lines].join('\r\n')}\r\n`) };
  await answer(organizer.post(`/api/operations/${made.id}/participants/import`, { multipart: { file } }));
  const sites = await answer<{ id: string; energyType: string }[]>(
    organizer.get(`/api/operations/${made.id}/participants`),
  );
  const params = sites
    .filter(({ energyType }) => energyType === 'consumer')
    .map(({ id: consumerId }) => ({ consumerId, value: 1 }));
  expect(params).toHaveLength(consumers.length);
  await answer(
    organizer.post(`/api/energy-allocation/config?operationId=${made.id}`, {
      data: { type: 'by_weight', params, reason: 'Vote de l’assemblée : une part par site' },
    }),
  );
  await admin.dispose();
  await organizer.dispose();
  return made;
}

const two = (n: number) => String(n).padStart(2, '0');

/** What a call of the API that succeeds answers. */
export async function answer<T>(asked: Promise<APIResponse>): Promise<T> {
  const reply = await asked;
  expect(reply.ok(), `${reply.status()} ${reply.url()} ${reply.ok() ? '' : await reply.text()}`).toBe(true);
  return reply.json();
}
