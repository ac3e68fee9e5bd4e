import type { Schemas } from '@openpmo/sdk';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { AccountingPage } from './AccountingPage';

const operation = someOperation();

const seller: Schemas['Seller'] = {
  billingEntityId: 'i1',
  name: 'Commune de Bourg',
  legalNumber: '217400563',
  confirmed: true,
  operationsCount: 1,
  hiddenOperationsCount: 0,
  issuedCount: 5,
  issuedCents: 56596,
  newCount: 2,
  newCents: 12000,
  owedCount: 0,
  owedCents: 0,
  newOwedCount: 0,
  newOwedCents: 0,
  firstNewDate: '2026-10-03',
  lockedMonths: ['2026-08'],
};

const accounts: Schemas['SellerAccounts'] = {
  journalCode: 'VE',
  journalName: 'Ventes',
  clientAccount: '411000',
  clientAccountName: 'Clients',
  salesAccount: '701000',
  salesAccountName: 'Ventes',
  vatAccount: '445710',
  vatAccountName: 'TVA',
  toInvoiceAccount: '418100',
  toInvoiceAccountName: 'Factures à établir',
  auxiliaryRule: 'NONE',
  auxiliaryPrefix: 'C',
  rates: [],
  purchaseJournalCode: 'AC',
  purchaseJournalName: 'Achats',
  supplierAccount: '401000',
  supplierAccountName: 'Fournisseurs',
  supplierPrefix: 'F',
  purchaseAccount: '607000',
  purchaseAccountName: 'Achats d’électricité',
  deductibleVatAccount: '445660',
  deductibleVatAccountName: 'TVA déductible',
  told: false,
  version: 1,
};

const handed: Schemas['JournalExport'] = {
  id: 'x1',
  billingEntityId: 'i1',
  firstDate: '2026-09-01',
  lastDate: '2026-09-30',
  firstNumber: 'F-1',
  lastNumber: 'F-3',
  entriesCount: 3,
  debitCents: 44596,
  amountCents: 44596,
  owedCents: 0,
  fileName: 'VE20260930.txt',
  sha256: '0',
  size: 10,
  createdAt: '2026-10-01T08:00:00Z',
};

const cutOff: Schemas['CutOff'] = {
  date: '2026-10-31',
  rows: [
    {
      billingEntityId: 'i1',
      billingEntityName: 'Commune de Bourg',
      billableEntityId: 'c1',
      billableEntityName: 'École',
      vatPercentage: 20,
      periodStart: '2026-10-01',
      periodEnd: '2026-10-31',
      energyMilliWh: 150_000_000,
      netCents: 1500,
      vatCents: 300,
      provisionalMilliWh: 50_000_000,
      provisionalNetCents: 500,
      lackingDays: 3,
    },
  ],
  energyMilliWh: 150_000_000,
  netCents: 1500,
  vatCents: 300,
  provisionalMilliWh: 50_000_000,
  provisionalNetCents: 500,
  problems: [
    {
      billingEntityName: 'Commune de Bourg',
      billableEntityName: 'Mairie',
      periodStart: '2026-10-01',
      periodEnd: '2026-10-31',
      problem: { key: 'run.tooManyPeriods', params: { max: 24 } },
    },
  ],
  unpricedMilliWh: 0,
  unpricedPairs: [],
  entries: [
    {
      billingEntityName: 'Commune de Bourg',
      billableEntityName: 'École',
      lines: [
        { account: '418100', accountName: 'Factures à établir', debitCents: 1500, creditCents: 0 },
        { account: '701000', accountName: 'Ventes', debitCents: 0, creditCents: 1500 },
      ],
    },
  ],
  waiting: [],
  waitingSums: [],
};

const amount = {
  billingEntityId: 'i1',
  billingEntityName: 'Commune de Bourg',
  billableEntityId: 'c1',
  billableEntityName: 'École',
  reason: 'Geste commercial',
  since: '2026-10-12',
  netCents: -500,
};

const known = {
  'GET /operations/{operationId}/billing/sellers': { body: [seller] },
  'GET /operations/{operationId}/billing/billing-entities/{entityId}/accounts': { body: accounts },
  'GET /operations/{operationId}/billing/cut-off': { body: cutOff },
  'GET /operations/{operationId}/billing/billing-entities/{entityId}/journal-exports': {
    body: { exports: [handed], totalCount: 1 },
  },
  'GET /operations/{operationId}/billing/billing-entities/{entityId}/month-locks': {
    body: [{ month: '2026-08', lockedAt: '2026-09-10T08:00:00Z' }],
  },
};

const everything = ['journal:read', 'journal:export', 'journal:update', 'monthLock:create', 'monthLock:delete'];
const render = (policy = everything, of = operation) =>
  renderPage(
    <OperationContext value={of}>
      <AccountingPage />
    </OperationContext>,
    { session: someSession({ policy }) },
  );

describe('AccountingPage', () => {
  it('tells what is new and hands it over up to a day', async () => {
    const sent = vi.fn();
    serve({
      ...known,
      'POST /operations/{operationId}/billing/billing-entities/{entityId}/journal-exports': (body) => {
        sent(body);
        return { status: 201, body: handed };
      },
      'GET /operations/{operationId}/billing/billing-entities/{entityId}/journal-exports/{journalExportId}': {
        file: { type: 'application/octet-stream', name: 'VE20260930.txt', text: 'JournalCode' },
      },
    });
    render();
    expect(await screen.findByText(/^2 pièces pour 120,00/)).toBeVisible();
    fireEvent.change(screen.getByLabelText('Jusqu’au'), { target: { value: '2026-10-31' } });
    fireEvent.click(screen.getByRole('button', { name: 'Exporter ce qui est nouveau' }));
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(sent.mock.calls[0]?.[0]).toEqual({ until: '2026-10-31' });
  });

  it('lists what was handed over, and has no barriers', async () => {
    serve(known);
    const { container } = render();
    expect(await screen.findByText('F-1 à F-3')).toBeVisible();
    await screen.findByText('411000 Clients');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('tells what was delivered and not invoiced, what of it may change, and what has no price', async () => {
    const asked = vi.fn();
    serve({
      ...known,
      'GET /operations/{operationId}/billing/cut-off/download': () => {
        asked();
        return { file: { type: 'application/octet-stream', name: 'a-facturer.xlsx', text: 'x' } };
      },
    });
    render();
    expect(await screen.findByText(/15,00 € HT, 3,00 € de TVA, 150 kWh/)).toBeVisible();
    expect(screen.getByText(/dont 5,00 € HT \(50 kWh\)/)).toBeVisible();
    expect(screen.getByText(/Commune de Bourg · Mairie/)).toBeVisible();
    const entries = within(screen.getByRole('table', { name: 'Écritures à passer' }));
    expect(entries.getByText('418100 Factures à établir')).toBeVisible();
    expect(entries.getByText('701000 Ventes')).toBeVisible();
    fireEvent.click(screen.getAllByRole('button', { name: 'Excel' }).at(-1) as HTMLElement);
    await waitFor(() => expect(asked).toHaveBeenCalledOnce());
  });

  it('names the amounts that wait and are not counted, with how many there are of them', async () => {
    const waiting = {
      ...cutOff,
      rows: [],
      waiting: [amount, { ...amount, reason: 'Frais de dossier', netCents: 340 }],
      waitingSums: [{ billingEntityId: 'i1', billingEntityName: 'Commune de Bourg', number: 201, netCents: -160 }],
    };
    serve({ ...known, 'GET /operations/{operationId}/billing/cut-off': { body: waiting } });
    const { container } = render();
    expect(await screen.findByText(/^Commune de Bourg : 201 montants, [-−]1,60 € HT$/)).toBeVisible();
    expect(screen.getByText(/^Les 2 premiers sur 201/)).toBeVisible();
    const table = within(screen.getByRole('table', { name: 'Montants ponctuels en attente, non comptés' }));
    expect(table.getByText('Geste commercial')).toBeVisible();
    expect(table.getByText(/^[-−]5,00/)).toBeVisible();
    expect(table.getByText(/^3,40/)).toBeVisible();
    expect(table.getAllByText('12/10/2026')).toHaveLength(2);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('says nothing of amounts that wait where there are none', async () => {
    serve(known);
    render();
    expect(await screen.findByText(/15,00 € HT, 3,00 € de TVA, 150 kWh/)).toBeVisible();
    expect(screen.queryByText('Montants ponctuels en attente, non comptés')).toBeNull();
  });

  it('opens a closed month after asking', async () => {
    const sent = vi.fn();
    serve({
      ...known,
      'DELETE /operations/{operationId}/billing/billing-entities/{entityId}/month-locks/{month}': () => {
        sent();
        return { status: 204 };
      },
    });
    render();
    fireEvent.click(await screen.findByRole('button', { name: /^Rouvrir/ }));
    expect(sent).not.toHaveBeenCalled();
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rouvrir' }));
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  });

  it('tells accounts with the version that was read', async () => {
    const sent = vi.fn();
    serve({
      ...known,
      'PUT /operations/{operationId}/billing/billing-entities/{entityId}/accounts': (body) => {
        sent(body);
        return { body: { ...accounts, told: true, version: 2 } };
      },
    });
    render();
    fireEvent.click(await screen.findByRole('button', { name: 'Modifier les comptes' }));
    fireEvent.change(await screen.findByRole('textbox', { name: /^Compte des clients/ }), {
      target: { value: '411100' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(sent.mock.calls[0]?.[0]).toMatchObject({ clientAccount: '411100', journalCode: 'VE', rates: [] });
  });

  it('has the purchases of an operation that owes its producers, and of no other', async () => {
    const sent = vi.fn();
    const buyer = {
      ...seller,
      newCount: 0,
      newCents: 0,
      newOwedCount: 4,
      newOwedCents: 74_535,
      owedCount: 6,
      owedCents: 90_000,
    };
    serve({
      ...known,
      'GET /operations/{operationId}/billing/sellers': { body: [buyer] },
      'PUT /operations/{operationId}/billing/billing-entities/{entityId}/accounts': (body) => {
        sent(body);
        return { body: { ...accounts, told: true, version: 2 } };
      },
    });
    const first = render();
    expect(await screen.findByText(/^4 relevés de producteurs pour 745,35/)).toBeVisible();
    await screen.findByText('411000 Clients');
    expect(screen.queryByText('607000 Achats d’électricité')).toBeNull();
    first.unmount();

    render(everything, someOperation({ features: [...operation.features, 'statements'] }));
    expect(await screen.findByText('607000 Achats d’électricité')).toBeVisible();
    expect(screen.getByText('avec les ventes')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Modifier les comptes' }));
    fireEvent.change(await screen.findByRole('textbox', { name: /^Compte d’achats/ }), { target: { value: '604000' } });
    fireEvent.change(screen.getByRole('textbox', { name: /^Compte des frais de réseau/ }), {
      target: { value: '746000' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(sent.mock.calls[0]?.[0]).toMatchObject({
      purchaseAccount: '604000',
      purchaseJournalCode: 'AC',
      costsAccount: '746000',
      costsAccountName: '',
      toInvoiceAccount: '418100',
      vatToComeAccount: '',
    });
  });

  it('offers nothing that one may not do', async () => {
    serve(known);
    render(['journal:read']);
    await screen.findByText('411000 Clients');
    for (const name of ['Exporter ce qui est nouveau', 'Clore le mois', 'Modifier les comptes', /^Rouvrir/])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('sends who has an unconfirmed seller to its page', async () => {
    serve({ 'GET /operations/{operationId}/billing/sellers': { body: [{ ...seller, confirmed: false }] } });
    render();
    expect(await screen.findByText(/pas encore été confirmé/)).toHaveTextContent('Commune de Bourg');
    expect(screen.queryByText('Mois clos')).toBeNull();
  });

  it('shows at its field what is wrong with a rate', async () => {
    serve({
      ...known,
      'GET /operations/{operationId}/billing/billing-entities/{entityId}/accounts': {
        body: {
          ...accounts,
          rates: [{ vatCategory: 'S', vatPercentage: 5.5, salesAccount: '411', salesAccountName: 'Ventes 5,5' }],
        },
      },
      'PUT /operations/{operationId}/billing/billing-entities/{entityId}/accounts': {
        status: 400,
        body: {
          key: 'journal.invalid',
          status: 400,
          errors: [
            { key: 'journal.accountInvalid', field: 'rates[0].salesAccount', params: { value: '411', class: '7' } },
          ],
        },
      },
    });
    render();
    fireEvent.click(await screen.findByRole('button', { name: 'Modifier les comptes' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer' }));
    const field = await within(dialog).findByRole('textbox', { name: /Compte des ventes/, description: /411/ });
    expect(field).toHaveValue('411');
  });
});
