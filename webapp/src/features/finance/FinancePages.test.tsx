import type { Schemas } from '@openpmo/sdk';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../api/operations';
import { someSite } from '../../test/records';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { type Answers, serve } from '../../test/server';
import { ExpensePage } from './ExpensePage';
import { IncomePage } from './IncomePage';
import { MonitoringPage } from './MonitoringPage';

const operation = someOperation();
const school = someSite({ operationId: operation.id, name: 'École' });
const roof = someSite({ operationId: operation.id, id: 'r1', name: 'Toiture', energyType: 'producer' });

const line = (part: Partial<Schemas['FinanceLine']> = {}): Schemas['FinanceLine'] => ({
  participantId: school.id,
  name: school.name,
  sharedMilliWh: 100_000_000_000,
  restMilliWh: 300_000_000_000,
  pricedMilliWh: 0,
  lacks: [{ reason: 'NO_CONTRACT', count: 1 }],
  lackingDays: 2,
  invoicedNetCents: 1000,
  invoicedCents: 1200,
  collectedCents: 400,
  assignedCents: 0,
  totalCents: 1200,
  taxIncluded: true,
  ...part,
});

const month = (part: Partial<Schemas['FinanceMonth']> = {}): Schemas['FinanceMonth'] => ({
  month: '2026-10',
  lacks: [],
  pricedMilliWh: 0,
  invoicedNetCents: 1000,
  invoicedCents: 1200,
  collectedCents: 400,
  assignedCents: 0,
  ...part,
});

const amount: Schemas['Affectation'] = {
  id: 'a1',
  kind: 'EXPENSE',
  heading: 'INSURANCE',
  label: 'Toiture assurée',
  date: '2026-10-02',
  amountCents: 12_050,
  version: 3,
};

const statement = (part: Partial<Schemas['FinanceStatement']> = {}): Schemas['FinanceStatement'] => ({
  dateFrom: '2025-11-01',
  dateTo: '2026-10-31',
  assumedTRV: false,
  lines: [line()],
  months: [month()],
  headings: [],
  ...part,
});

const projected = (n: number): Schemas['ProjectedMonth'] => ({
  month: `${2026 + Math.floor((10 + n) / 12)}-${String(((10 + n) % 12) + 1).padStart(2, '0')}`,
  referenceMonth: '2025-11',
  ...(n % 12 === 0 ? {} : { sharedMilliWh: 1_000_000 }),
  energyNetCents: n % 12 === 0 ? 0 : 500,
  fixedNetCents: 300,
  subscriptionsWithoutEnergy: n % 12 === 0 ? 4 : 0,
  producersWithoutPrice: 1,
});

const known: Answers = {
  'GET /operations/{operationId}/measurements/date-ranges': {
    body: {
      uploadedData: [{ from: '2025-09-01', to: '2026-10-31' }],
      nonDefinitiveDataRange: [],
      timezone: 'Europe/Paris',
    },
  },
  'GET /operations/{operationId}/participants': { body: [school, roof] },
  'GET /operations/{operationId}/finance/affectations': { body: [amount] },
  'GET /operations/{operationId}/finance/surplus-prices': { body: [] },
  'GET /operations/{operationId}/finance/expense': { body: statement() },
  'GET /operations/{operationId}/finance/income': {
    body: statement({
      lines: [line({ participantId: roof.id, name: roof.name, lacks: [{ reason: 'NO_SURPLUS_PRICE', count: 1 }] })],
    }),
  },
};

const everything = ['finance:read', 'finance:update', 'financeAffection:view'];
const open = (page: React.ReactNode, policy = everything) =>
  renderPage(<OperationContext value={operation}>{page}</OperationContext>, { session: someSession({ policy }) });

describe('ExpensePage', () => {
  it('shows a year, says what has no price, and prices it by the regulated tariff when asked', async () => {
    const asked: string[] = [];
    serve({
      ...known,
      'GET /operations/{operationId}/finance/expense': (_, __, request) => {
        asked.push(request.url);
        return { body: statement() };
      },
    });
    const { container } = open(<ExpensePage />);
    expect(await screen.findByText(/Sans prix connu pour 1 site/)).toBeInTheDocument();
    expect(asked).toEqual([expect.stringContaining('dateFrom=2025-11-01&dateTo=2026-10-31&assumeTRV=false')]);
    expect(screen.getByText('Complément estimé', { selector: 'dt' }).closest('div')).toHaveTextContent('inconnu');
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('switch', { name: /tarif réglementé/ }));
    await waitFor(() => expect(asked.at(-1)).toContain('assumeTRV=true'));
  });

  it('shows no button for amounts to who may only read', async () => {
    serve(known);
    open(<ExpensePage />, ['finance:read']);
    expect(await screen.findByText('Toiture assurée')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Affecter un montant' })).not.toBeInTheDocument();
  });

  it('assigns an amount, and shows at its field what is refused', async () => {
    const sent = vi.fn();
    serve({
      ...known,
      'POST /operations/{operationId}/finance/affectations': (body: unknown) => {
        sent(body);
        return {
          status: 400,
          body: {
            type: 'urn:pmo:problem:finance.invalid',
            title: 'Bad Request',
            status: 400,
            key: 'finance.invalid',
            requestId: '1',
            errors: [{ key: 'finance.amount', field: 'amountCents', params: { max: 100000000 } }],
          },
        };
      },
    } as Answers);
    open(<ExpensePage />);
    fireEvent.click(await screen.findByRole('button', { name: 'Affecter un montant' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('Libellé'), { target: { value: 'Gestion 2026' } });
    const amount = within(dialog).getByLabelText(/^Montant/);
    for (const unreadable of ['', 'cent']) {
      fireEvent.change(amount, { target: { value: unreadable } });
      fireEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer' }));
      await waitFor(() => expect(amount).toHaveAccessibleDescription(/^Indiquez un montant en euros/));
    }
    expect(sent).not.toHaveBeenCalled();
    fireEvent.change(amount, { target: { value: '0' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer' }));
    expect(await within(dialog).findByText(/Indiquez un montant supérieur à 0/)).toBeInTheDocument();
    expect(sent).toHaveBeenCalledWith({
      kind: 'EXPENSE',
      heading: 'MANAGEMENT',
      label: 'Gestion 2026',
      date: '2026-10-31',
      amountCents: 0,
    });
  });

  it('takes an amount away over the version that was read', async () => {
    const calls = serve({
      ...known,
      'DELETE /operations/{operationId}/finance/affectations/{affectationId}': { status: 204 },
    } as Answers);
    open(<ExpensePage />);
    fireEvent.click(await screen.findByRole('button', { name: /Toiture assurée/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Retirer' }));
    expect(await screen.findByText(/ne comptera plus/)).toHaveTextContent('120,50');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Retirer' }));
    await waitFor(() => expect(calls.some((call) => call.startsWith('DELETE'))).toBe(true));
  });
});

describe('IncomePage', () => {
  it('shows what was collected and whose surplus has no price', async () => {
    serve(known);
    const { container } = open(<IncomePage />);
    expect(await screen.findByText(/Sans prix connu pour 1 producteur/)).toBeInTheDocument();
    expect(screen.getByText('Encaissé TTC', { selector: 'dt' }).closest('div')).toHaveTextContent('4,00');
    expect(screen.getByText('Aucun prix indiqué')).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
  });
});

describe('MonitoringPage', () => {
  it('projects three years and says what is not in them', async () => {
    serve({
      ...known,
      'GET /operations/{operationId}/finance/monitoring': {
        body: {
          dateFrom: '2025-11-01',
          dateTo: '2026-10-31',
          expenses: [month({ assignedCents: 12_050 })],
          incomes: [month()],
          headings: [{ kind: 'EXPENSE', heading: 'INSURANCE', amountCents: 12_050 }],
          referenceFrom: '2025-12-01',
          referenceTo: '2026-10-31',
          projection: Array.from({ length: 36 }, (_, n) => projected(n)),
          subscriptionsCount: 3,
        },
      },
    });
    const { container } = open(<MonitoringPage />);
    expect(await screen.findByText(/4 souscriptions sans énergie de référence/)).toBeInTheDocument();
    expect(screen.getByText(/1 producteur sans prix du surplus/)).toBeInTheDocument();
    expect(screen.getByText(/Par rubrique : Dépense Assurance/)).toBeInTheDocument();
    expect(screen.getAllByText(/12 mois à partir de/)).toHaveLength(3);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('says that nothing was measured rather than projecting nothing', async () => {
    serve({
      ...known,
      'GET /operations/{operationId}/finance/monitoring': {
        body: {
          dateFrom: '2025-11-01',
          dateTo: '2026-10-31',
          expenses: [month()],
          incomes: [month()],
          headings: [],
          projection: [],
          subscriptionsCount: 0,
        },
      },
    });
    open(<MonitoringPage />);
    expect(await screen.findByText('Rien n’a encore été mesuré')).toBeInTheDocument();
  });

  it('projects nothing where no subscription and no price says anything', async () => {
    serve({
      ...known,
      'GET /operations/{operationId}/finance/monitoring': {
        body: {
          dateFrom: '2025-11-01',
          dateTo: '2026-10-31',
          expenses: [month()],
          incomes: [month()],
          headings: [],
          referenceFrom: '2025-12-01',
          referenceTo: '2026-10-31',
          projection: Array.from({ length: 36 }, (_, n) => ({ ...projected(n), energyNetCents: 0, fixedNetCents: 0 })),
          subscriptionsCount: 0,
        },
      },
    });
    open(<MonitoringPage />);
    expect(await screen.findByText('Rien à projeter')).toBeInTheDocument();
    expect(screen.queryByText(/12 mois à partir de/)).not.toBeInTheDocument();
  });
});
