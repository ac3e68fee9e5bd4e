import type { Schemas } from '@openpmo/sdk';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { someKeyCheck, someSite } from '../../../test/records';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../../test/render';
import { type Answers, serve } from '../../../test/server';
import { CoefficientsPage } from './CoefficientsPage';

type CoefficientSet = Schemas['CoefficientSet'];

const operation = someOperation();
const policy = ['key:read', 'key:update', 'coefficient:read', 'coefficient:create', 'coefficient:update'];
const key: Schemas['AllocationConfig'] = {
  id: 'v2',
  operationId: operation.id,
  version: 2,
  status: 'IN_FORCE',
  type: 'by_weight',
  computedByOperator: false,
  params: [{ consumerId: 'c1', value: 1 }],
  effectiveDate: '2025-01-01',
  createdAt: '2025-01-01T10:00:00+01:00',
};
const site = (id: string, name: string, energyType: Schemas['EnergyType'] = 'consumer', exit?: string) =>
  someSite({
    id,
    name,
    energyType,
    dsoId: `9910000000${id}`,
    activationRange: { entry: '2024-01-01', ...(exit ? { exit } : {}) },
  });
const set = (id: string, status: CoefficientSet['status'], part: Partial<CoefficientSet> = {}): CoefficientSet => ({
  id,
  operationId: operation.id,
  month: '2025-10',
  mode: 'SIMPLE',
  rounding: 'LARGEST_REMAINDER',
  decimals: 2,
  status,
  nextSteps: status === 'SENT' ? ['ACKNOWLEDGED', 'REFUSED', 'APPLIED'] : ['SENT'],
  heldByOperator: status !== 'PREPARED' && status !== 'REFUSED',
  configVersions: [2],
  sites: 2,
  steps: 2980,
  createdAt: '2025-11-02T10:00:00+01:00',
  files: [],
  history: [{ status: 'PREPARED', date: '2025-11-02', at: '2025-11-02T10:00:00+01:00' }],
  ...part,
});

const sites = [
  site('c1', 'École'),
  site('c2', 'Famille Martin', 'consumer', '2025-06-30'),
  site('s1', 'Toit', 'producer'),
];

function show(path: string, month: Partial<Schemas['CoefficientMonth']> = {}, more: Answers = {}) {
  serve({
    'GET /energy-allocation/config/last': { body: key },
    'GET /operations/{operationId}/energy-allocation/configs': { body: [key] },
    'GET /operations/{operationId}/energy-allocation/drafts': { body: [] },
    'GET /energy-allocation/seasonality': { body: { seasons: [], proposed: [] } },
    'GET /operations/{operationId}/participants': { body: sites },
    'POST /operations/{operationId}/energy-allocation/config/check': { body: someKeyCheck(sites) },
    'GET /operations/{operationId}/energy-allocation/coefficients': {
      body: [{ month: '2025-10', needed: true, late: false, ...month }],
    },
    ...more,
  });
  return renderPage(
    <OperationContext value={operation}>
      <CoefficientsPage />
    </OperationContext>,
    { session: someSession({ policy }), path },
  );
}

it('says what changed since coefficients were made, and records their sending only knowingly', async () => {
  const sent: unknown[] = [];
  const current = set('s1', 'PREPARED', { outdated: ['KEY', 'CURVES'] });
  const { container } = show(
    '/?tab=sending&month=2025-10',
    { current },
    {
      'POST /operations/{operationId}/energy-allocation/coefficients/{setId}/steps': (body) => {
        sent.push(body);
        return { status: 201, body: set('s1', 'SENT') };
      },
    },
  );
  expect(await screen.findByText('la clé de répartition du mois a changé')).toBeVisible();
  expect(screen.getByText('des courbes du mois ont changé')).toBeVisible();
  expect(screen.getByText('À recalculer')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Calculer de nouveau' })).toHaveClass('MuiButton-contained');
  expect(await accessibilityProblems(container)).toEqual([]);

  await userEvent.click(screen.getByRole('button', { name: 'Noter l’envoi' }));
  const dialog = await screen.findByRole('dialog');
  const record = within(dialog).getByRole('button', { name: 'Noter l’envoi' });
  await userEvent.click(record);
  expect(await within(dialog).findByText(/^Confirmez que ces fichiers sont partis/)).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.click(within(dialog).getByRole('switch', { name: 'Ce sont bien ces fichiers qui sont partis' }));
  await userEvent.click(record);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ status: 'SENT', acceptOutdated: true });
});

it('says why the operator refused, advises to make it anew, and offers what the server lets record', async () => {
  const note = 'La somme dépasse 100 % le 3 octobre';
  const at = '2025-11-04T10:00:00+01:00';
  const history: CoefficientSet['history'] = [
    { status: 'SENT', date: '2025-11-03', at },
    { status: 'REFUSED', date: '2025-11-04', at, note },
  ];
  show('/?tab=sending&month=2025-10', { current: set('s1', 'REFUSED', { history }) });
  const refusal = (await screen.findByText(/^Enedis a refusé ces coefficients/)).closest<HTMLElement>('[role=alert]');
  if (!refusal) throw new Error('no alert');
  expect(within(refusal).getByText(`« ${note} »`, { normalizer: plain })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Noter l’envoi' })).not.toHaveClass('MuiButton-contained');
  expect(screen.queryByRole('button', { name: 'Noter l’application' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Calculer de nouveau' })).toBeVisible();
});

it('keeps the set of the operator beside the one that was made since', async () => {
  show('/?tab=sending&month=2025-10', { current: set('s2', 'PREPARED'), sent: set('s1', 'SENT') });
  const operator = await screen.findByRole('region', { name: 'Chez Enedis' });
  expect(within(operator).getByRole('button', { name: 'Noter l’application' })).toBeVisible();
  expect(within(operator).queryByRole('button', { name: 'Calculer de nouveau' })).toBeNull();
  const made = screen.getByRole('region', { name: 'Nouveau calcul, pas encore envoyé' });
  expect(within(made).getByRole('button', { name: 'Noter l’envoi' })).toBeVisible();
});

it('lists who takes part on the days of the key, also who has left since', async () => {
  const former = { ...someKeyCheck(sites), withoutPart: ['c2'] };
  show(
    '/',
    {},
    {
      'POST /operations/{operationId}/energy-allocation/config/check': ({ effectiveDate = '2025-12-01' }) => ({
        body:
          effectiveDate < '2025-07-01'
            ? {
                ...former,
                sites: former.sites.map((one) => (one.participantId === 'c2' ? { ...one, leftOn: '2025-06-30' } : one)),
              }
            : someKeyCheck(sites.filter(({ id }) => id !== 'c2')),
      }),
    },
  );
  expect(await screen.findByLabelText('Part(s), École')).toBeVisible();
  expect(screen.queryByLabelText('Part(s), Famille Martin')).toBeNull();
  const day = screen.getByLabelText('Modifier à partir du');
  fireEvent.change(day, { target: { value: '2025-06-01' } });
  expect(await screen.findByLabelText('Part(s), Famille Martin')).toBeVisible();
  expect(screen.getByText('parti le 30 juin 2025')).toBeVisible();

  await userEvent.clear(screen.getByLabelText('Part(s), École'));
  await userEvent.type(screen.getByLabelText('Part(s), École'), '3');
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByLabelText(/Premier jour d’application/)).toHaveValue('01/06/2025');
  expect(within(dialog).getByText('Famille Martin, parti le 30 juin 2025')).toBeVisible();
  fireEvent.change(within(dialog).getByLabelText(/Premier jour d’application/), { target: { value: '2025-07-01' } });
  await waitFor(() => expect(within(dialog).queryByText(/Famille Martin/)).toBeNull());
});

/** Narrow and no-break spaces are spaces to a reader. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
