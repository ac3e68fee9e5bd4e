import type { APIRequestContext } from '@playwright/test';
import { fileOf, startOf } from './curveFiles.ts';
import { civilDay, digits, expect, type Operation } from './fixtures.ts';
import { answer } from './ownOperation.ts';

interface Site {
  id: string;
  name: string;
}

const kinds = [
  { name: 'Toit Un', type: 'P', segment: 'P4_SURPLUS', watts: { PROD: 64_000, SURPLUS: 16_000 } },
  { name: 'Toit Deux', type: 'P', segment: 'P4_SURPLUS', watts: { PROD: 32_000, SURPLUS: 2_000 } },
  { name: 'Forge', type: 'C', segment: 'C5', watts: { CONSO: 60_000, AUTOCONSO: 48_000 } },
  { name: 'Moulin', type: 'C', segment: 'C5', watts: { CONSO: 31_000, AUTOCONSO: 30_000 } },
];

/** The last whole month, and the first day of the one after it. */
export const month = civilDay(-Number(civilDay(0).slice(8)) - 0).slice(0, 7);
export const first = `${month}-01`;
const next = `${civilDay(0).slice(0, 7)}-01`;
export const last = new Date(Date.parse(`${next}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

const quarterMs = 900_000;

/** Quarters of the month: one hour of its first 25 days has energy. */
function curve(prm: string, nature: string, watts: number): string[] {
  const [from, to] = [startOf(first), startOf(next)];
  return Array.from({ length: (to - from) / quarterMs }, (_, step) => {
    const at = from + step * quarterMs;
    // Noon in winter or summer is at one of 10 to 12 in universal time; which does not matter.
    const shines = new Date(at).getUTCHours() === 11 && at < from + 25 * 86_400_000;
    const time = new Date(at).toISOString().replace('.000Z', '+00:00');
    return [prm, nature, time, 'PT15M', shines ? watts : 0, 'W', 'D'].join(';');
  });
}

/** Two couples of a roof and a consumer, with key, plan, issuers, clients and subscriptions of the last whole month; without curves. */
export async function billedOperation(admin: APIRequestContext, organizer: APIRequestContext): Promise<Operation> {
  const number = digits(8);
  const { id: me } = await answer<{ id: string }>(organizer.get('/api/session'));
  const data = { name: `Couples ${number}`, externalId: `ACC${number}`, dso: 'ENEDIS', organizerIds: [me] };
  const made = await answer<Operation>(
    admin.post('/api/admin/operations', { data: { ...data, billingEngine: 'ENGINE_2025' } }),
  );
  const header = 'prm;type;nom;adresse;code_postal;ville;segment;date_entree;date_sortie;statut;action';
  const lines = kinds.map(({ name, type, segment }, at) =>
    [
      prmOf(made, at),
      type,
      name,
      '1 rue du Val',
      '35300',
      'Fougères',
      segment,
      first,
      '',
      'EN_VIGUEUR',
      'CREATION',
    ].join(';'),
  );
  const perimeter = `${[header, ...lines].join('\r\n')}\r\n`;
  const file = fileOf(`PERIM_ACC${number}_${civilDay(0).replaceAll('-', '')}.csv`, perimeter);
  await answer(organizer.post(`/api/operations/${made.id}/participants/import`, { multipart: { file } }));
  const sites = await answer<Site[]>(organizer.get(`/api/operations/${made.id}/participants`));
  const idOf = (name: string) => sites.find((site) => site.name === name)?.id ?? '';

  const pairs = [
    ['Forge', 'Toit Un'],
    ['Moulin', 'Toit Deux'],
  ] as const;
  const params = pairs.map(([consumer, producer]) => ({
    consumerId: idOf(consumer),
    producerId: idOf(producer),
    value: 1,
  }));
  const key = { type: 'by_ungrouped_priority', params, effectiveDate: first, reason: 'Deux couples' };
  await answer(organizer.post(`/api/energy-allocation/config?operationId=${made.id}`, { data: key }));

  const address = { address: '1 rue du Val', postCode: '35300', city: 'Fougères' };
  const base = `/api/operations/${made.id}/billing`;
  const plan = await answer<{ id: string }>(
    organizer.post(`${base}/plans`, {
      data: {
        name: 'Plan',
        period: 'MONTHLY',
        paymentMethod: 'publicTreasuryPaymentOrder',
        paymentTerm: 30,
        charges: [{ code: 'ENERGIE', type: 'PER_UNIT', usage: 'ENERGY', priceMicroEuro: 100_000 }],
      },
    }),
  );
  for (const [consumer, producer] of pairs) {
    const seller = {
      ...address,
      name: producer,
      vatRegime: 'franchise',
      legalNumber: siren(),
      seriesCode: digits(6),
      producerIds: [idOf(producer)],
    };
    await answer(organizer.post(`${base}/billing-entities`, { data: seller }));
    const client = { ...address, name: consumer, consumerType: 'individual', consumerIds: [idOf(consumer)] };
    await answer(organizer.post(`${base}/billable-entities`, { data: client }));
    const subscription = { planId: plan.id, startDate: first, consumerId: idOf(consumer), producerId: idOf(producer) };
    await answer(organizer.post(`${base}/subscriptions`, { data: subscription }));
  }
  return made;
}

/**
 * The same with its curves and coefficients that the operator applies: Forge has 1 200 kWh of the first roof at
 * 0,10 €, and Moulin 750 kWh of the second. Nothing is drafted yet.
 */
export async function sharedOperation(admin: APIRequestContext, organizer: APIRequestContext): Promise<Operation> {
  const made = await billedOperation(admin, organizer);
  const imports = `/api/operations/${made.id}/measurements/imports`;
  const files = curvesOf(made);
  await finished(organizer, await answer<{ id: string }>(organizer.post(imports, { multipart: { files } })));
  const coefficients = `/api/operations/${made.id}/energy-allocation/coefficients`;
  const set = await answer<{ id: string; mode: string }>(organizer.post(coefficients, { data: { month } }));
  expect(set.mode).toBe('FULL');
  for (const status of ['SENT', 'APPLIED']) {
    await answer(organizer.post(`${coefficients}/${set.id}/steps`, { data: { status } }));
  }
  return made;
}

const prmOf = ({ externalId }: Operation, at: number) => `99${externalId.slice(3)}010${at}`;

/** All curves of the month, definitive, as one file. */
export function curvesOf(operation: Operation) {
  const rows = kinds.flatMap(({ watts }, at) =>
    Object.entries(watts).flatMap(([nature, value]) => curve(prmOf(operation, at), nature, value)),
  );
  return fileOf('courbes.csv', ['prm;nature;horodate;pas;valeur;unite;statut', ...rows, ''].join('\n'));
}

export async function finished(organizer: APIRequestContext, { id }: { id: string }): Promise<void> {
  const status = async () => (await answer<{ status: string }>(organizer.get(`/api/jobs/${id}`))).status;
  await expect.poll(status, { timeout: 60_000 }).toBe('SUCCESS');
}

/** A legal number nobody has: its last digit checks the others. */
function siren(): string {
  const body = digits(8);
  const sum = [...body].reduce((total, digit, at) => {
    const twice = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (twice > 9 ? twice - 9 : twice);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
