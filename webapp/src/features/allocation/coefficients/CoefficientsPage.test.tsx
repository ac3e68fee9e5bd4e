import type { Schemas } from '@openpmo/sdk';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { dismissAll } from '../../../design/snackbars';
import { someKeyCheck, someSite } from '../../../test/records';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../../test/render';
import { type Answers, serve } from '../../../test/server';
import { CoefficientsPage } from './CoefficientsPage';

type Key = Schemas['AllocationConfig'];

const operation = someOperation();
const base = `/operations/${operation.id}`;
const policy = ['key:read', 'key:update', 'coefficient:read', 'coefficient:create', 'coefficient:update'];

const config = (part: Partial<Key> = {}): Key => ({
  id: 'v1',
  operationId: operation.id,
  version: 1,
  status: 'IN_FORCE',
  type: 'by_default',
  computedByOperator: part.type === undefined || part.type === 'by_default',
  params: [],
  effectiveDate: '2026-01-01',
  createdAt: '2026-01-01T10:00:00+01:00',
  ...part,
});
const pools: [Schemas['Pool'], Schemas['Pool']] = [
  {
    id: 'p1',
    name: 'Écoles',
    percentageProduction: 60,
    priority: 1,
    surplusDestinationPoolName: 'Logements',
    algorithm: 'by_default',
    consumersInPool: ['c1'],
  },
  {
    id: 'p2',
    name: 'Logements',
    percentageProduction: 30,
    priority: 2,
    surplusDestinationPoolName: 'Surplus',
    algorithm: 'by_priority',
    consumersInPool: ['c2'],
    withinPoolProductionParams: { c2: 2 },
  },
];
const byPool = config({ id: 'v2', version: 2, type: 'by_pool', pools, reason: 'Assemblée', createdBy: 'Camille' });
const site = (id: string, name: string, energyType: Schemas['EnergyType'] = 'consumer') =>
  someSite({ id, name, energyType, dsoId: `9910000000${id}`, activationRange: {} });

const sites = [site('c1', 'École'), site('c2', 'Famille Martin'), site('s1', 'Toiture', 'producer')];

/** What the server finds wrong with the keys of this file. */
function blockersOf({ params = [], pools = [] }: Schemas['AllocationConfigCreation']) {
  const nowhere = pools.flatMap((one, at): Schemas['AllocationConfigBlocker'][] =>
    one.surplusDestinationPoolName === undefined
      ? [
          {
            key: 'pool.destinationRequired',
            params: { name: one.name },
            field: `pools.${at}.surplusDestinationPoolName`,
            pool: at + 1,
            ofDraft: true,
          },
        ]
      : [],
  );
  const nobody = params.length > 0 && params.every(({ value }) => value === 0);
  return nobody ? [{ key: 'key.selectionEmpty', field: 'params', ofDraft: true }] : nowhere;
}

function answers(more: Answers = {}, key: Key = byPool) {
  return serve({
    'GET /energy-allocation/config/last': { body: key },
    'GET /operations/{operationId}/energy-allocation/configs': { body: [key, config({ status: 'SUPERSEDED' })] },
    'GET /operations/{operationId}/energy-allocation/drafts': { body: [] },
    'GET /energy-allocation/seasonality': { body: { seasons: [], proposed: [] } },
    'GET /operations/{operationId}/participants': { body: sites },
    'POST /operations/{operationId}/energy-allocation/config/check': (sent) => ({
      body: someKeyCheck(sites, { blockers: blockersOf(sent) }),
    }),
    ...more,
  });
}

const show = (path = '/', rights = policy) =>
  renderPage(
    <OperationContext value={operation}>
      <CoefficientsPage />
    </OperationContext>,
    { session: someSession({ policy: rights }), path },
  );

beforeEach(dismissAll);

it('shows the groups with what is left, and is accessible', async () => {
  answers();
  const { container } = show('/?tab=pools');
  expect(await screen.findByText(/^90\s%\s· reste 10\s%$/)).toBeVisible();
  expect(screen.getByRole('group', { name: 'Groupe en position 1\u00a0: Écoles' })).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);
});

it('tells the rules, and keeps tables of parameters at 400 px at most', async () => {
  answers();
  show('/?tab=pools');
  expect(await screen.findByText(/groupe par groupe, de haut en bas/)).toBeVisible();
  const [, second] = screen.getAllByRole('button', { name: '1 site' });
  await userEvent.click(second as HTMLElement);
  const table = await screen.findByRole('table', { name: /Logements/ });
  expect(table.parentElement).toHaveStyle({ maxHeight: '400px' });
});

it('sends the moved groups on the version they come from, with reason and day', async () => {
  const sent: unknown[] = [];
  const asked = answers({
    'POST /energy-allocation/config-pools': (body) => {
      sent.push(body);
      return { status: 201, body: { ...byPool, id: 'v3', version: 3 } };
    },
  });
  show('/?tab=pools');
  await userEvent.click(await screen.findByRole('button', { name: 'Monter Logements' }));
  // In its row and in the list of what blocks saving.
  expect(await screen.findAllByText(/« Logements » est maintenant plus haut/)).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  // What blocks is listed instead of a dialog.
  await waitFor(() => expect(document.getElementById('key-blockers')).toHaveFocus());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('1 point à régler avant d’enregistrer')).toBeVisible();

  const row = screen.getByRole('group', { name: 'Groupe en position 2\u00a0: Écoles' });
  await userEvent.click(within(row).getByRole('combobox', { name: 'Surplus vers' }));
  await userEvent.click(screen.getByRole('option', { name: 'Surplus' }));
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Logements passe de la position 2 à la position 1')).toBeVisible();
  expect(within(dialog).getByText('Écoles, surplus vers : Logements → Surplus')).toBeVisible();
  await userEvent.type(within(dialog).getByLabelText(/Motif/), 'Vote');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mettre en vigueur' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    reason: 'Vote',
    pools: [
      { id: 'p2', name: 'Logements', surplusDestinationPoolName: 'Surplus', withinPoolProductionParams: { c2: 2 } },
      { id: 'p1', name: 'Écoles', surplusDestinationPoolName: 'Surplus', consumersInPool: ['c1'] },
    ],
  });
  expect(asked).not.toContain('POST /energy-allocation/config');
});

it('shows why the server refuses', async () => {
  answers(
    {
      'POST /energy-allocation/config': {
        status: 409,
        body: { key: 'key.invoiced', status: 409, params: { date: '2026-11-01' } },
      },
    },
    config(),
  );
  show();
  await userEvent.click(await screen.findByRole('radio', { name: 'À parts égales, plusieurs tours' }));
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText(/Motif/), 'Essai');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mettre en vigueur' }));
  expect(await within(dialog).findByText(/choisissez une date à partir du 01\/11\/2026/)).toBeVisible();
});

it('says before saving why the key cannot begin on a day, and does not ask for it', async () => {
  const asked = answers(
    {
      'POST /operations/{operationId}/energy-allocation/config/check': {
        body: someKeyCheck(sites, {
          dayBlockers: [
            { key: 'key.invoiced', params: { date: '2026-11-01' }, field: 'effectiveDate', ofDraft: false },
          ],
        }),
      },
    },
    config(),
  );
  show();
  await userEvent.click(await screen.findByRole('radio', { name: 'À parts égales, plusieurs tours' }));
  expect(await screen.findByText(/choisissez une date à partir du 01\/11\/2026/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/choisissez une date à partir du 01\/11\/2026/)).toBeVisible();
  await userEvent.type(within(dialog).getByLabelText(/Motif/), 'Essai');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mettre en vigueur' }));
  expect(asked.filter((call) => call === 'POST /energy-allocation/config')).toEqual([]);
});

it('takes some sites of equal parts by ticking them, and says what changes', async () => {
  const sent: unknown[] = [];
  answers(
    {
      'POST /energy-allocation/config': (body) => {
        sent.push(body);
        return { status: 201, body: config({ id: 'v4', version: 4, type: 'by_equality' }) };
      },
    },
    config({ type: 'by_equality' }),
  );
  const { container } = show();
  const all = await screen.findByRole('switch', { name: /Tous les sites participent/ });
  expect(all).toBeChecked();
  expect(screen.getByText('2 sites participent')).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Sélection, École' }));
  expect(all).not.toBeChecked();
  expect(screen.getByText('1 site participe')).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);

  // Nobody is no selection.
  await userEvent.click(screen.getByRole('checkbox', { name: 'Sélection, Famille Martin' }));
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText(/^Choisissez au moins un site/)).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Sélection, Famille Martin' }));

  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Seul 1 site choisi participe')).toBeVisible();
  await userEvent.type(within(dialog).getByLabelText(/Motif/), 'Vote');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Mettre en vigueur' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ type: 'by_equality', params: [{ consumerId: 'c2', value: 1 }] });
});

it('tells with the default key that there is nothing to send', async () => {
  const month = { month: '2026-10', needed: false, late: false };
  answers({ 'GET /operations/{operationId}/energy-allocation/coefficients': { body: [month] } }, config());
  show('/?tab=sending');
  expect(await screen.findByText('Rien à envoyer')).toBeVisible();
  expect(screen.queryByText(/octobre/)).toBeNull();
});

it('compares each version with the one before', async () => {
  answers();
  show('/?tab=history');
  const [newest] = await screen.findAllByText('Version 2');
  const card = newest?.closest('li') as HTMLElement;
  expect(within(card).getByText('« Assemblée »')).toBeVisible();
  expect(within(card).getByText('Méthode de partage : Au prorata des consommations → Par groupes')).toBeVisible();
  expect(within(card).getByText(/^Nouveau groupe Écoles : 60\s%/)).toBeVisible();
});

it('lets those who may only read change nothing', async () => {
  answers();
  show('/?tab=pools', ['key:read', 'coefficient:read']);
  expect(await screen.findByDisplayValue('Écoles')).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Ajouter un groupe' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Supprimer/ })).toBeNull();
});

it('warns of a group without a site with the energy of the last month, in the editor and before it is in force', async () => {
  const empty: Schemas['Pool'][] = [
    { ...pools[0], consumersInPool: ['c1', 'c2'] },
    { ...pools[1], algorithm: 'by_default', consumersInPool: [], withinPoolProductionParams: {} },
  ];
  const totals = (surplus: number, shared: number) => ({ surplusMilliWh: surplus * 1e6, sharedMilliWh: shared * 1e6 });
  const asked = answers(
    {
      'POST /operations/{operationId}/energy-allocation/config/check': {
        body: someKeyCheck(sites, { emptyPools: [2] }),
      },
      'GET /operations/{operationId}/measurements/date-ranges': {
        body: {
          uploadedData: [{ from: '2020-01-01', to: '2099-12-31' }],
          nonDefinitiveDataRange: [],
          timezone: 'Europe/Paris',
        },
      },
      'POST /operations/{operationId}/energy-allocation/simulations': {
        body: {
          steps: 1,
          missingDays: 0,
          dateFrom: '2026-10-01',
          dateTo: '2026-10-31',
          participants: [],
          inForce: totals(100, 900),
          simulated: totals(460, 540),
        },
      },
    },
    config({ id: 'v2', version: 2, type: 'by_pool', pools: empty }),
  );
  show('/?tab=pools');
  await screen.findByRole('button', { name: 'Monter Logements' });
  await userEvent.type(screen.getAllByRole('textbox', { name: /Nom/ })[1] as HTMLElement, ' B');
  expect(
    await screen.findByText(/Le groupe Logements B n’a pas de site et prend 30\s% de la production/),
  ).toBeVisible();
  expect(await screen.findByText(/460\skWh de surplus au lieu de 100\skWh, 540\skWh partagés/)).toBeVisible();
  expect(asked).toContain(`POST ${base}/energy-allocation/simulations`);
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/460\skWh de surplus/)).toBeInTheDocument();
});

it('says who gets nothing, and until when the key would hold, as the server answers', async () => {
  const left = { ...someKeyCheck(sites), lastDay: '2026-12-31', withoutPart: ['c2'] };
  answers(
    {
      'POST /operations/{operationId}/energy-allocation/config/check': {
        body: { ...left, sites: left.sites.map((one) => ({ ...one, leftOn: '2026-10-14' })) },
      },
    },
    config({ type: 'by_weight', params: [{ consumerId: 'c1', value: 2 }] }),
  );
  show();
  expect(await screen.findByText(/31 déc\. 2026/)).toBeVisible();
  const number = await screen.findByRole('textbox', { name: /École/ });
  await userEvent.type(number, '0');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/1 site ne reçoit rien avec cette clé/)).toBeVisible();
  expect(within(dialog).getByText(/^Famille Martin, parti le 14 oct\. 2026/)).toBeVisible();
});
