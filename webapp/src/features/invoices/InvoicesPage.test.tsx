import type { Schemas } from '@openpmo/sdk';
import { fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Operation, OperationContext } from '../../api/operations';
import { useSnackbars } from '../../design/snackbars';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { type Answers, serve, someProblem } from '../../test/server';
import { InvoicesPage } from './InvoicesPage';
import type { Invoice } from './queries';

const policy = ['invoice:read', 'invoice:publish', 'invoice:delete', 'run:run', 'billing:visit'];

const draft = (id: string, client: string, part: Partial<Invoice> = {}): Invoice => ({
  id,
  operationId: 'o',
  type: 'INVOICE',
  status: 'DRAFT',
  paymentStatus: 'PENDING',
  periodStart: '2026-10-01',
  periodEnd: '2026-10-31',
  billingEntity: { id: 'i', name: 'Commune' },
  billableEntity: { id: client, name: client },
  netCents: 10_000,
  vatCents: 2_000,
  amountCents: 12_000,
  cancelled: false,
  cancellable: true,
  hasDocument: true,
  overdue: false,
  createdAt: '2026-11-06T08:00:00+01:00',
  ...part,
});

const total = (number: number): Schemas['InvoiceTotal'] => ({
  number,
  energyMilliWh: 0,
  netCents: number * 10_000,
  vatCents: number * 2_000,
  amountCents: number * 12_000,
});

const somePlan: Schemas['Plan'] = {
  id: 'p1',
  operationId: 'o',
  name: 'Plan solaire',
  period: 'MONTHLY',
  charges: [],
  paymentTerm: 30,
  alreadyInvoiced: false,
  subscriptionsNumber: 1,
};

interface Opening {
  features?: Operation['features'];
  answers?: Answers;
  may?: string[];
}

function open(path: string, { features = ['invoices'], answers = {}, may = policy }: Opening = {}) {
  const operation = someOperation({ features });
  const base = `/operations/${operation.id}/billing`;
  const asked = serve({
    'GET /operations/{operationId}/billing/invoices': { body: [draft('1', 'CCAS'), draft('2', 'Martin')] },
    'GET /operations/{operationId}/billing/invoices/totals': {
      body: {
        drafts: total(2),
        published: total(1),
        toDeliver: total(0),
        overdue: total(0),
        paid: total(0),
        cancelled: total(0),
        creditNotes: total(0),
        statements: total(0),
      },
    },
    'GET /operations/{operationId}/billing/billing-entities': { body: [] },
    ...answers,
  });
  const view = renderPage(
    <OperationContext value={operation}>
      <InvoicesPage />
    </OperationContext>,
    { session: someSession({ policy: may }), path },
  );
  return { ...view, asked, base };
}

describe('InvoicesPage', () => {
  it('is named by the toggle, and generates only without bill runs', async () => {
    const first = open('/?tab=drafts');
    expect(await screen.findByRole('heading', { level: 1, name: 'Factures' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Générer les brouillons' })).toBeVisible();
    first.unmount();
    open('/', { features: ['invoicesRun', 'editedInvoices'] });
    expect(await screen.findByRole('heading', { level: 1, name: 'Factures éditées' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Générer les brouillons' })).toBeNull();
    expect(screen.getByRole('tab', { name: /Publiées/ })).toHaveAttribute('aria-selected', 'true');
  });

  it('says what is missing of the last month that is over, and leads to it', async () => {
    const month = (name: string, state: Schemas['MonthState'], part: Partial<Schemas['MonthSummary']> = {}) => ({
      operationId: 'o',
      month: name,
      state,
      steps: [],
      ...part,
    });
    open('/', {
      features: ['invoicesRun', 'editedInvoices'],
      may: [...policy, 'month:read'],
      answers: {
        'GET /operations/{operationId}/months': {
          body: [
            month('2026-11', 'IN_PROGRESS'),
            month('2026-10', 'OPEN', {
              next: { step: 'DRAFTS', action: 'MAKE_DRAFTS', actor: 'ORGANIZER' },
              steps: [{ kind: 'DRAFTS', state: 'TODO', drafts: { number: 0, amountCents: 0, dueNumber: 44 } }],
            }),
          ],
        },
        'GET /operations/{operationId}/billing/invoices/totals': {
          body: {
            drafts: total(0),
            published: total(9),
            toDeliver: total(0),
            overdue: total(4),
            paid: total(5),
            cancelled: total(0),
            creditNotes: total(0),
            statements: total(0),
          },
        },
      },
    });
    const line = (await screen.findByText(/^Il manque/)).parentElement;
    expect(line).toHaveTextContent(
      /octobre 2026 : Générer les brouillons \(44 à générer\) · 4 factures impayées, 480,00\s€$/,
    );
    expect(screen.getByRole('link', { name: 'octobre 2026' })).toHaveAttribute(
      'href',
      expect.stringMatching(/\/month\/2026-10$/),
    );
    expect(screen.getByRole('tab', { name: /Payées \(5\)/ })).toBeVisible();
  });

  it('has the bills of the old engine under a tab of their own, where there are some', async () => {
    open('/?tab=legacyBills', {
      features: ['invoices', 'einvoicing'],
      answers: {
        'GET /operations/{operationId}/billing/invoices': { body: [draft('1', 'CCAS')], total: 1 },
        'GET /operations/{operationId}/bills': { body: [] },
      },
    });
    expect(await screen.findByRole('tab', { name: /Ancien moteur/ })).toHaveAttribute('aria-selected', 'true');
    expect(await screen.findByText('Pas encore de facture')).toBeVisible();
  });

  it('takes what is chosen, or everything, away as one archive or to the accountant, and says what has no document', async () => {
    const bodies: unknown[] = [];
    const booked: unknown[] = [];
    open('/?tab=published', {
      answers: {
        'GET /operations/{operationId}/billing/invoices': {
          body: [
            draft('1', 'CCAS', { status: 'FINALIZED', number: 'COM-2026-1' }),
            draft('2', 'Martin', { status: 'FINALIZED', number: 'COM-2026-2' }),
            draft('3', 'Mairie', { status: 'NOT_CHARGED', hasDocument: false }),
          ],
        },
        'POST /operations/{operationId}/billing/invoices/download-zip': (body) => {
          bodies.push(body);
          return { body: 'PK' as never };
        },
        'POST /operations/{operationId}/billing/invoices/accounting-summary': (body) => {
          booked.push(body);
          return { body: 'PK' as never };
        },
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Tout télécharger (3)' }));
    expect(await screen.findByText('Martin')).toBeVisible();
    await waitFor(() => expect(bodies).toEqual([{ ids: ['1', '2'] }]));
    const { result } = renderHook(useSnackbars);
    await waitFor(() =>
      expect(result.current.map(({ text }) => text)).toContain('1 pièce sans document n’est pas dans l’archive.'),
    );
    fireEvent.click(screen.getAllByRole('checkbox')[2] as HTMLElement);
    fireEvent.click(await screen.findByRole('button', { name: 'Télécharger (.zip)' }));
    await waitFor(() => expect(bodies[1]).toEqual({ ids: ['2'] }));
    fireEvent.click(screen.getByRole('button', { name: 'Synthèse comptable (.xlsx)' }));
    fireEvent.click(screen.getByRole('button', { name: 'Synthèse comptable' }));
    await waitFor(() => expect(booked).toEqual([{ ids: ['2'] }, { ids: ['1', '2'] }]));
  });

  it('asks for the invoices of the month that the address names, also in its sums', async () => {
    const asked: (string | null)[] = [];
    const named = (_: unknown, __: unknown, request: Request) => {
      asked.push(new URL(request.url).searchParams.get('month'));
      return { body: [draft('1', 'CCAS', { status: 'FINALIZED', number: 'COM-2026-1' })] };
    };
    open('/?tab=published&month=2026-10', {
      answers: { 'GET /operations/{operationId}/billing/invoices': named as never },
    });
    expect(await screen.findByText('CCAS')).toBeVisible();
    expect(new Set(asked)).toEqual(new Set(['2026-10']));
    expect(screen.getByRole('combobox', { name: /Période/ })).toHaveTextContent('octobre 2026');
  });

  it('adds the chosen drafts up, and says which ones were refused at publishing', async () => {
    const { container } = open('/?tab=drafts', {
      answers: {
        'POST /operations/{operationId}/billing/invoices/publish': {
          body: {
            results: [
              { id: '1', status: 'SUCCESS' },
              { id: '2', status: 'FAILURE', problem: someProblem('invoice.stale', { amountBefore: '120.00' }) },
            ],
          },
        },
      },
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: /Sélectionner Brouillon · CCAS/ }));
    fireEvent.click(screen.getByRole('checkbox', { name: /Sélectionner Brouillon · Martin/ }));
    expect(await accessibilityProblems(container)).toEqual([]);
    const bar = screen.getByRole('region', { name: 'Actions' });
    expect(bar).toHaveTextContent(/2 sélectionnées.*240,00.€ TTC/);
    fireEvent.click(within(bar).getByRole('button', { name: 'Publier' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Publier les 2 factures' }));
    const dialog = await screen.findByRole('dialog', { name: 'Publication de 2 factures' });
    expect(dialog).toHaveTextContent(/1 facture publiée, 120,00.€ TTC/);
    expect(dialog).toHaveTextContent(/Martin · émetteur Commune/);
    expect(dialog).toHaveTextContent(/Les données ont changé depuis ce brouillon de 120,00 €/);
  });

  it('names drafts and their total before it deletes them', async () => {
    const { asked, base } = open('/?tab=drafts', {
      answers: {
        'DELETE /operations/{operationId}/billing/invoices': { body: { results: [{ id: '1', status: 'SUCCESS' }] } },
      },
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: /CCAS/ }));
    fireEvent.click(within(screen.getByRole('region', { name: 'Actions' })).getByRole('button', { name: 'Supprimer' }));
    const dialog = await screen.findByRole('dialog', { name: 'Supprimer ce brouillon\u202f?' });
    expect(dialog).toHaveTextContent(/Total du brouillon : 120,00.€ TTC/);
    expect(dialog).toHaveTextContent(/Brouillon · CCAS/);
    expect(asked).not.toContain(`DELETE ${base}/invoices`);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Supprimer le brouillon' }));
    await waitFor(() => expect(asked).toContain(`DELETE ${base}/invoices`));
  });

  it('opens an invoice from its address, with its lines', async () => {
    const line: Schemas['InvoiceLine'] = {
      label: 'Énergie',
      quantity: 1396.875,
      unit: 'KWH',
      priceMicroEuro: 100_000,
      netCents: 13_969,
      vatPercentage: 20,
    };
    const { base } = open('/?tab=published&invoice=1', {
      answers: {
        'GET /operations/{operationId}/billing/invoices/{invoiceId}': {
          body: draft('1', 'CCAS', { status: 'FINALIZED', number: 'COM-2026-00001', lines: [line] }),
        },
      },
    });
    const sheet = await screen.findByRole('dialog', { name: 'COM-2026-00001' });
    expect(sheet).toHaveTextContent(/1.396,875 kWh/);
    expect(within(sheet).getByRole('button', { name: 'Télécharger le PDF' })).toBeVisible();
    expect(within(sheet).queryByRole('button', { name: 'Publier' })).toBeNull();
    expect(base).toContain('/operations/');
  });

  it('shows the states that there are with what they come to, and what differs from the month before', async () => {
    const months = [
      { previousAmountCents: 12_000, changeRate: 0, unusual: false },
      { previousAmountCents: 4_000, changeRate: 2, unusual: true },
    ];
    open('/?tab=drafts&sort=change', {
      answers: {
        'GET /operations/{operationId}/billing/invoices': {
          body: [draft('1', 'CCAS', { comparison: months[0] }), draft('2', 'Martin', { comparison: months[1] })],
        },
      },
    });
    const names = async () => (await screen.findAllByRole('tab')).map((tab) => tab.textContent?.replace(/\s/g, ' '));
    await waitFor(async () => expect(await names()).toEqual(['Brouillons (2)240,00 €', 'Publiées (1)120,00 €']));
    const lines = (await screen.findAllByRole('row')).map((row) => row.textContent?.replace(/\s/g, ' '));
    expect(lines[1]).toMatch(/Martin.*\+200 %.*120,00 €/);
    expect(lines[2]).toMatch(/CCAS.*0 %/);
    expect(screen.getAllByLabelText('Inhabituel')).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/Total · 2 lignes.*200,00 €.*240,00 €/);
  });

  it('is narrowed by the address to a client and a plan, by filters of the server', async () => {
    const questions: string[] = [];
    const { router } = open('/?tab=drafts&client=c1&plan=p1', {
      answers: {
        'GET /operations/{operationId}/billing/invoices': (_sent, _path, request) => {
          const query = new URL(request.url).searchParams;
          questions.push(`${query.get('billableEntityId')} ${query.get('planId')} ${query.get('q')}`);
          return { body: [draft('1', 'CCAS')] };
        },
        'GET /operations/{operationId}/billing/plans/{planId}': { body: somePlan },
      },
    });
    const chip = await screen.findByText(/^Plan\s: Plan solaire$/);
    expect(questions).toEqual(['c1 p1 null']);
    fireEvent.click(within(chip.parentElement as HTMLElement).getByLabelText('Ne plus limiter à Plan solaire'));
    await waitFor(() => expect(questions.at(-1)).toBe('c1 null null'));
    expect(router.state.location.search).toBe('?tab=drafts&client=c1');
  });

  it('has no boxes for those who may only read', async () => {
    open('/?tab=drafts', { may: ['invoice:read'] });
    expect(await screen.findByText('CCAS')).toBeVisible();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
