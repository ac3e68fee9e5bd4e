import type { APIRequestContext } from '@playwright/test';
import { first, last } from './billedOperation.ts';
import { fileOf, startOf } from './curveFiles.ts';
import { civilDay, digits, type Operation } from './fixtures.ts';
import { answer } from './ownOperation.ts';

/** How far an operation has come in the last month that is over. */
const states = ['billed', 'withoutClients', 'provisional', 'drafted', 'withoutData', 'published'] as const;
type State = (typeof states)[number];

const towns: [string, number, number][] = [
  ['Vitré', 48.12, -1.21],
  ['Redon', 47.65, -2.08],
  ['Dinan', 48.45, -2.05],
  ['Pontivy', 48.07, -2.97],
  ['Lannion', 48.73, -3.46],
  ['Saumur', 47.26, -0.08],
  ['Cholet', 47.06, -0.88],
  ['Mayenne', 48.3, -0.61],
  ['Alençon', 48.43, 0.09],
  ['Vire', 48.84, -0.89],
  ['Bayeux', 49.28, -0.7],
  ['Chartres', 48.44, 1.49],
  ['Vendôme', 47.79, 1.07],
  ['Figeac', 44.61, 2.03],
  ['Gaillac', 43.9, 1.9],
  ['Romans', 45.05, 5.05],
  ['Die', 44.75, 5.37],
  ['Uzès', 44.01, 4.42],
  ['Beaune', 47.02, 4.84],
  ['Autun', 46.95, 4.3],
  ['Sélestat', 48.26, 7.45],
  ['Épinal', 48.17, 6.45],
  ['Saint-Omer', 50.75, 2.26],
  ['Laon', 49.56, 3.62],
  ['Albi', 43.93, 2.15],
  ['Millau', 44.1, 3.08],
];

const quarterMs = 900_000;
const next = `${civilDay(0).slice(0, 7)}-01`;

/** A day's course of a site: at night a fifth, at noon the whole; what is made only by day. */
const courseOf = (peak: number, made: boolean) => (at: number) => {
  const hour = new Date(at).getUTCHours() + new Date(at).getUTCMinutes() / 60;
  const sun = Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI));
  return Math.round(peak * (made ? sun : 0.2 + 0.8 * sun));
};

function rowsOf(prm: string, nature: string, status: string, watts: (at: number) => number): string[] {
  const [from, to] = [startOf(first), startOf(next)];
  return Array.from({ length: (to - from) / quarterMs }, (_, step) => {
    const at = from + step * quarterMs;
    return `${prm};${nature};${new Date(at).toISOString().replace('.000Z', '+00:00')};PT15M;${watts(at)};W;${status}`;
  });
}

/** Operations beside those of the demo, so that there are some thirty, with so many sites each, in every state that a month may have. */
export async function thirtyOperations(
  admin: APIRequestContext,
  organizer: APIRequestContext,
  sitesEach: (n: number) => number,
): Promise<void> {
  const { id: me } = await answer<{ id: string }>(organizer.get('/api/session'));
  for (const [n, [town, latitude, longitude]] of towns.entries()) {
    const state = states[n % states.length] ?? 'billed';
    const made = await answer<Operation>(
      admin.post('/api/admin/operations', {
        data: {
          name: `Soleil ${/^[AEIOUÉH]/.test(town) ? 'd’' : 'de '}${town}`,
          externalId: `ACC${digits(8)}`,
          dso: state === 'withoutData' ? 'ENEDIS' : 'FAKE',
          billingEngine: 'ENGINE_2025',
          organizerIds: [me],
          // One is not on the map: its place is not known yet.
          ...(n === 7 ? {} : { latitude, longitude }),
        },
      }),
    );
    await fill(admin, organizer, made, town, state, sitesEach(n), n);
  }
}

async function fill(
  admin: APIRequestContext,
  organizer: APIRequestContext,
  { id, externalId }: Operation,
  town: string,
  state: State,
  sites: number,
  n: number,
) {
  const prmOf = (at: number) => `9${String(n).padStart(3, '0')}${externalId.slice(-6)}${String(at).padStart(4, '0')}`;
  const isRoof = (at: number) => at === sites - 1;
  const header = 'prm;type;nom;adresse;code_postal;ville;segment;date_entree;date_sortie;statut;action';
  const all = Array.from({ length: sites }, (_, at) => at);
  const lines = all.map((at) =>
    [
      prmOf(at),
      isRoof(at) ? 'P' : 'C',
      isRoof(at) ? `Toiture de ${town}` : `Foyer ${at + 1}`,
      `${at + 1} rue du Val`,
      '35300',
      town,
      isRoof(at) ? 'P4_SURPLUS' : 'C5',
      first,
      '',
      'EN_VIGUEUR',
      'CREATION',
    ].join(';'),
  );
  const perimeter = fileOf(
    `PERIM_${externalId}_${civilDay(0).replaceAll('-', '')}.csv`,
    `${[header, ...lines].join('\r\n')}\r\n`,
  );
  await answer(organizer.post(`/api/operations/${id}/participants/import`, { multipart: { file: perimeter } }));
  const found = await answer<{ id: string; name: string; energyType: string }[]>(
    organizer.get(`/api/operations/${id}/participants`),
  );
  const [producer] = found.filter(({ energyType }) => energyType === 'producer');
  const consumers = found.filter(({ energyType }) => energyType === 'consumer');
  if (state === 'withoutData') {
    const params = consumers.map(({ id: consumerId }) => ({ consumerId, value: 1 }));
    await answer(
      organizer.post(`/api/energy-allocation/config?operationId=${id}`, {
        data: { type: 'by_weight', params, effectiveDate: first, reason: 'Une part par foyer' },
      }),
    );
    return;
  }
  const status = state === 'provisional' ? 'P' : 'D';
  const curves = all.flatMap((at) =>
    rowsOf(
      prmOf(at),
      isRoof(at) ? 'PROD' : 'CONSO',
      status,
      courseOf(isRoof(at) ? sites * 300 : 300 + 40 * (at % 9), isRoof(at)),
    ),
  );
  const file = fileOf('courbes.csv', ['prm;nature;horodate;pas;valeur;unite;statut', ...curves, ''].join('\n'));
  const job = await answer<{ id: string }>(
    organizer.post(`/api/operations/${id}/measurements/imports`, { multipart: { files: file } }),
  );
  for (let waited = 0; waited < 120; waited++) {
    const { status: at } = await answer<{ status: string }>(organizer.get(`/api/jobs/${job.id}`));
    if (at !== 'PENDING') break;
    await new Promise((done) => setTimeout(done, 250));
  }
  if (state === 'provisional') return;
  const base = `/api/operations/${id}/billing`;
  const charges = [{ code: 'ENERGIE', type: 'PER_UNIT', usage: 'ENERGY', priceMicroEuro: 110_000 }];
  const plan = await answer<{ id: string }>(
    organizer.post(`${base}/plans`, {
      data: { name: 'Plan', period: 'MONTHLY', paymentMethod: 'transfer', paymentTerm: 30, charges },
    }),
  );
  const address = { address: '1 rue du Val', postCode: '35300', city: town };
  const seller = {
    ...address,
    name: `Commune de ${town}`,
    vatRegime: 'franchise',
    legalNumber: siren(),
    seriesCode: `S${n}`,
    producerIds: [producer?.id],
  };
  await answer(
    organizer.post(`${base}/billing-entities`, { data: { ...seller, iban: 'FR7630006000011234567890189' } }),
  );
  // Who looks after the server has confirmed that the operation may issue for it.
  const claims = await answer<{ id: string; status: string }[]>(admin.get('/api/admin/seller-claims'));
  for (const { id: claim } of claims.filter(({ status: asked }) => asked === 'REQUESTED')) {
    await answer(admin.put(`/api/admin/seller-claims/${claim}`, { data: { status: 'CONFIRMED' } }));
  }
  for (const { id: consumer, name } of consumers) {
    const client = { ...address, name, consumerType: 'individual', consumerIds: [consumer] };
    await answer(organizer.post(`${base}/billable-entities`, { data: client }));
    const subscription = { planId: plan.id, startDate: first, consumerId: consumer, producerId: producer?.id };
    await answer(organizer.post(`${base}/subscriptions`, { data: subscription }));
  }
  if (state === 'withoutClients') {
    const late = `${header}\r\n${[prmOf(sites), 'C', 'Nouvelle école', '99 rue du Val', '35300', town, 'C5', first, '', 'EN_VIGUEUR', 'CREATION'].join(';')}\r\n`;
    const name = `PERIM_${externalId}_${civilDay(0).replaceAll('-', '')}.csv`;
    await organizer.post(`/api/operations/${id}/participants/import`, {
      multipart: { file: fileOf(name, `${header}\r\n${lines.join('\r\n')}\r\n${late.split('\r\n')[1]}\r\n`) },
    });
    return;
  }
  if (state === 'billed') return;
  const run = await answer<{ id: string }>(organizer.post(`${base}/run`, { data: { billUpTo: last, mode: 'SYNC' } }));
  if (state === 'published') {
    await answer(organizer.post(`${base}/invoices/publish`, { data: { runId: run.id, confirmUnpriced: true } }));
  }
}

/** A legal number nobody else has: its last digit checks the others. */
function siren(): string {
  const body = digits(8);
  const sum = [...body].reduce((total, digit, at) => {
    const twice = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (twice > 9 ? twice - 9 : twice);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
