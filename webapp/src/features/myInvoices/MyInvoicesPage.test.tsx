import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../api/operations';
import * as files from '../../design/files';
import { someSite } from '../../test/records';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { type Answers, serve } from '../../test/server';
import { MyInvoicesPage } from './MyInvoicesPage';
import { Owed } from './Owed';
import type { Invoice, InvoiceSummary, OwnStatement, StatementSummary } from './queries';

afterEach(() => {
  vi.restoreAllMocks();
});

const operation = someOperation();
const site = someSite({ operationId: operation.id });

const invoice = (n: number, part: Partial<Invoice> = {}): Invoice => ({
  id: `id-${n}`,
  operationId: operation.id,
  type: 'INVOICE',
  number: `SOL-${n}`,
  status: 'FINALIZED',
  paymentStatus: 'PENDING',
  periodStart: `2026-0${n}-01`,
  periodEnd: `2026-0${n}-28`,
  dueDate: '2026-12-06',
  billingEntity: { id: 'i', name: 'Régie' },
  billableEntity: { id: 'c', name: 'Boulangerie' },
  netCents: 100 * n,
  vatCents: 0,
  amountCents: 100 * n,
  cancelled: false,
  cancellable: true,
  hasDocument: true,
  overdue: false,
  side: 'RECEIVED',
  holds: true,
  createdAt: '2026-11-06T08:00:00+01:00',
  ...part,
});

const none = { amountCents: 0, count: 0, overdue: false, parties: [] };
const summary = (invoices: Invoice[], part: Partial<InvoiceSummary> = {}): InvoiceSummary => ({
  toPay: {
    amountCents: 1033,
    count: 1,
    dueDate: '2026-12-06',
    overdue: false,
    parties: [{ name: 'Régie', amountCents: 1033, count: 1, dueDate: '2026-12-06', overdue: false }],
  },
  toReceive: none,
  years: [{ year: 2026, side: 'RECEIVED', netCents: 900, amountCents: 1033, energyMilliWh: 82_400_000, count: 1 }],
  invoices: invoices.map((one) => ({ participantId: site.id, invoice: one })),
  ...part,
});

function open(reply: InvoiceSummary, more: Answers = {}, element = <MyInvoicesPage />) {
  const calls = serve({
    'GET /participants/by-jwt': { body: [{ participant: site, operation }] },
    'GET /participants/{participantId}/billing/invoice-summary': { body: reply },
    ...more,
  });
  const session = someSession({ role: 'participant', policy: ['invoice:readOwn'] });
  return { ...renderPage(<OperationContext value={operation}>{element}</OperationContext>, { session }), calls };
}

const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();

describe('MyInvoicesPage', () => {
  it('says what is to be paid, to whom and until when, and what the year came to', async () => {
    const { container } = open(summary([invoice(9)]));
    const card = await screen.findByRole('region', { name: 'À payer' });
    expect(plain(card.textContent)).toContain(
      '10,33 €1 facture, avant le 6 déc. 2026Régie : 10,33 €, avant le 6 déc. 2026',
    );
    expect(plain(screen.getByRole('list', { name: 'Total' }).textContent)).toBe(
      '2026 : 82 kWh d’énergie locale, 10,33 €',
    );
    expect(screen.queryByRole('group', { name: 'Année' })).toBeNull();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('keeps a year in the address', async () => {
    const old = invoice(8, { periodStart: '2025-08-01', periodEnd: '2025-08-31' });
    const { router } = open(summary([invoice(9), old]));
    fireEvent.click(await screen.findByRole('button', { name: '2025' }));
    expect(router.state.location.search).toBe('?year=2025');
    expect(screen.queryByText('SOL-9')).toBeNull();
    expect(screen.getByText('SOL-8')).toBeVisible();
  });

  it('explains an invoice by its lines, and asks for them then only', async () => {
    const lines: Invoice['lines'] = [
      {
        label: 'Énergie partagée',
        quantity: 82.4,
        unit: 'KWH',
        priceMicroEuro: 125_400,
        netCents: 1033,
        producerName: 'Toit',
      },
    ];
    const { calls } = open(summary([invoice(9)]), {
      'GET /participants/{participantId}/billing/invoices/{invoiceId}': { body: invoice(9, { lines }) },
    });
    const button = await screen.findByRole('button', { name: /^Détail du calcul\s: SOL-9$/ });
    expect(calls.filter((call) => call.endsWith('/id-9'))).toEqual([]);
    fireEvent.click(button);
    const line = await screen.findByText(/×/);
    expect(plain(line.textContent)).toBe('82,400 kWh × 0,1254 €/kWh = 10,33 €');
    expect(button).toHaveAttribute('aria-expanded', 'true');
  });

  it('saves the document', async () => {
    const save = vi.spyOn(files, 'saveBlob').mockImplementation(() => {});
    open(summary([invoice(9)]), {
      'GET /participants/{participantId}/billing/invoices/{invoiceId}/download': { body: '%PDF' as never },
    });
    fireEvent.click(await screen.findByRole('button', { name: /^Télécharger le PDF\s: SOL-9$/ }));
    await waitFor(() => expect(save).toHaveBeenCalled());
  });

  it('shows what the old engine billed beside the invoices, in none of their sums', async () => {
    const asked: (string | null)[] = [];
    serve({
      'GET /participants/by-jwt': {
        body: [{ participant: site, operation: { ...operation, features: ['billing'] } }],
      },
      'GET /participants/{participantId}/billing/invoice-summary': { body: summary([invoice(9)]) },
      'GET /participants/{participantId}/billing/invoices': (_, __, request) => {
        asked.push(new URL(request.url).searchParams.get('isLegacyBill'));
        return { body: [invoice(8, { isLegacyBill: true, documentName: 'f-2026-08-28-Anne', amountCents: 7777 })] };
      },
    });
    renderPage(
      <OperationContext value={{ ...operation, features: ['billing'] }}>
        <MyInvoicesPage />
      </OperationContext>,
      { session: someSession({ role: 'participant', policy: ['invoice:readOwn'] }) },
    );
    const old = await screen.findByRole('region', { name: 'Factures de l’ancien moteur' });
    expect(plain(old.textContent)).toContain('77,77 €');
    expect(screen.getByRole('button', { name: /^Télécharger le PDF\s: f-2026-08-28-Anne$/ })).toBeVisible();
    expect(plain(screen.getByRole('list', { name: 'Total' }).textContent)).toBe(
      '2026 : 82 kWh d’énergie locale, 10,33 €',
    );
    expect(asked).toEqual(['true']);
  });

  it('says that there is none yet', async () => {
    open(summary([], { toPay: none, years: [] }));
    expect(await screen.findByText('Aucune facture pour l’instant')).toBeVisible();
  });
});

describe('what is owed, in one line', () => {
  const line = (reply: InvoiceSummary) => open(reply, {}, <Owed operationId={operation.id} />);
  const text = async () =>
    plain((await screen.findByRole('link', { name: 'Voir mes factures' })).parentElement?.textContent ?? '');

  it.each([
    ['due', summary([invoice(9)]), 'À payer 10,33 € avant le 6 déc. 2026'],
    [
      'late',
      summary([], { toPay: { ...summary([]).toPay, overdue: true } }),
      'échéance dépassée depuis le 6 déc. 2026',
    ],
    [
      'settled',
      summary([], {
        toPay: none,
        last: {
          periodStart: '2026-10-01',
          periodEnd: '2026-10-31',
          amountCents: 2134,
          energyMilliWh: 1,
          count: 1,
          settled: true,
        },
      }),
      'Rien à payer · 1er–31 oct. 2026 : 21,34 €, tout est payé',
    ],
    [
      'a producer',
      summary([], { toPay: none, toReceive: { ...none, count: 1, amountCents: 500 } }),
      'À recevoir 5,00 €',
    ],
    ['nothing yet', summary([], { toPay: none }), 'Aucune facture pour l’instant'],
  ])('%s', async (_, reply, words) => {
    line(reply);
    expect(await text()).toContain(words);
  });

  it('leads to the invoices', async () => {
    line(summary([invoice(9)]));
    expect(await screen.findByRole('link', { name: 'Voir mes factures' })).toHaveAttribute(
      'href',
      `/pmo/operations/${operation.id}/my-invoices`,
    );
  });
});

describe('what a producer is owed', () => {
  const brussels = someOperation({ features: ['billing', 'statements'] }); // as core tells a participant there
  const statement = (n: number, part: Partial<OwnStatement> = {}): OwnStatement => ({
    id: `st-${n}`,
    operationId: brussels.id,
    producerId: site.id,
    producerName: 'Toit de l’école',
    billingEntityId: 'e',
    billingEntityName: 'École ASBL',
    payerId: 'p',
    payerName: 'Tanneurs ASBL',
    kind: 'STATEMENT',
    status: 'PUBLISHED',
    number: `PMO-R-2026-0000${n}`,
    periodStart: `2026-0${n}-01`,
    periodEnd: `2026-0${n}-28`,
    dueDate: '2026-12-06',
    language: 'fr',
    energyMilliWh: 1_076_000_000,
    netCents: 8611,
    vatCents: 0,
    amountCents: 8611,
    paymentStatus: 'PENDING',
    createdAt: '2026-11-06T08:00:00+01:00',
    ...part,
  });
  const open = { amountCents: 0, count: 0, overdue: false };
  const show = (
    statements: OwnStatement[],
    toReceive: StatementSummary['toReceive'] = open,
    invoices: Invoice[] = [],
    element = <MyInvoicesPage />,
  ) => {
    const calls = serve({
      'GET /participants/by-jwt': { body: [{ participant: site, operation: brussels }] },
      'GET /participants/{participantId}/billing/invoice-summary': {
        body: summary(invoices, { toPay: none, years: [] }),
      },
      'GET /participants/{participantId}/statement-summary': { body: { statements, toReceive } },
      'GET /participants/{participantId}/statements/{statementId}/file': { body: '%PDF' as never },
    });
    const session = someSession({ role: 'participant', policy: ['invoice:readOwn'] });
    return { ...renderPage(<OperationContext value={brussels}>{element}</OperationContext>, { session }), calls };
  };

  it('says what is to be received, and lists what was paid beside it', async () => {
    const save = vi.spyOn(files, 'saveBlob').mockImplementation(() => {});
    const { container } = show([statement(9), statement(8, { paymentStatus: 'SUCCEEDED', amountCents: 10_913 })], {
      ...open,
      amountCents: 8611,
      count: 1,
      dueDate: '2026-12-06',
    });
    const card = await screen.findByRole('region', { name: 'Relevés de votre production' });
    expect(plain(card.textContent)).toContain(
      'À recevoir pour l’énergie partagée 86,11 € avant le 6 déc. 2026 (1 relevé)',
    );
    expect(plain(card.textContent)).toContain('109,13 €');
    expect(screen.queryByText('Aucune facture pour l’instant')).toBeNull();
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: /PMO-R-2026-00009$/ }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
  });

  it('keeps the sums of invoices what they are', async () => {
    show([statement(9)], { ...open, amountCents: 8611, count: 1 }, [invoice(9, { paymentStatus: 'SUCCEEDED' })]);
    await screen.findByRole('region', { name: 'Relevés de votre production' });
    expect(screen.getByText('Rien à payer')).toBeVisible();
  });

  it('says nothing of statements where there are none', async () => {
    show([]);
    expect(await screen.findByText('Aucune facture pour l’instant')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Relevés de votre production' })).toBeNull();
  });

  it('is in the line of home, apart from invoices', async () => {
    const { container } = show(
      [statement(9), statement(8), statement(7, { paymentStatus: 'SUCCEEDED' })],
      { ...open, amountCents: 17_222, count: 2 },
      [],
      <Owed operationId={brussels.id} />,
    );
    await screen.findByText(/énergie partagée/);
    expect(plain(container.textContent)).toContain('À recevoir pour l’énergie partagée 172,22 € (2 relevés)');
  });
});
