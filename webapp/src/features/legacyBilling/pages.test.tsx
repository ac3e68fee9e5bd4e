import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve, someProblem } from '../../test/server';
import { BillingConfigsPage } from './BillingConfigsPage';
import { BillingParticipantsPage } from './bills/BillingParticipantsPage';
import type { Bill, BillingConfig, BillingContract } from './queries';

const operation = someOperation();

const config: BillingConfig = {
  id: 'k1',
  operationId: operation.id,
  producers: ['p1'],
  consumers: ['c1'],
  startDate: '2026-09-01',
  sellingPriceMicroEuro: 112_000,
  subscriptionPriceMicroEuro: 1_500_000,
  period: 3,
  anniversary: '2020-01-01',
  paymentMethod: 'transfer',
  paymentDeadline: 30,
};

const contract: BillingContract = {
  id: 't1',
  operationId: operation.id,
  configId: 'k1',
  producerId: 'p1',
  producerName: 'Toit',
  consumerId: 'c1',
  consumerName: 'Anne',
  startDate: '2026-09-01',
};

const bill = (id: string, part: Partial<Bill> = {}): Bill => ({
  id,
  operationId: operation.id,
  billType: 'participant',
  producerId: 'p1',
  producerName: 'Toit',
  consumerId: `c-${id}`,
  consumerName: `Consommatrice ${id}`,
  billingPeriodStart: '2026-10-01',
  billingPeriodEnd: '2026-10-31',
  sharedMilliWh: 745_000_000,
  amountCents: 7750,
  dueDate: '2026-12-06',
  documentName: `f-2026-10-31-${id}`,
  paymentStatus: 'PENDING',
  isLegacyBill: true,
  createdAt: '2026-11-06T08:00:00+01:00',
  ...part,
});

const policy = ['legacyBilling:create', 'legacyBilling:update', 'legacyBilling:delete', 'bill:create', 'bill:update'];

const render = (page: React.ReactNode, rights = policy) =>
  renderPage(<OperationContext value={operation}>{page}</OperationContext>, {
    session: someSession({ policy: rights }),
  });

const configsAre = (sent = vi.fn()) => {
  serve({
    'GET /operations/{operationId}/participants': { body: [] },
    'GET /operations/{operationId}/billing-config': { body: [config] },
    'GET /operations/{operationId}/billing-contracts': { body: [contract] },
    'PUT /operations/{operationId}/billing-config/{billingConfigId}': (body) => {
      sent(body);
      return { body: config };
    },
  });
  return sent;
};

describe('BillingConfigsPage', () => {
  it('shows configs with what they cost, and who buys of whom', async () => {
    configsAre();
    const { container } = render(<BillingConfigsPage />);
    expect((await screen.findAllByText(/0,112.€\/kWh/))[0]).toBeVisible();
    expect(screen.getByText('Trimestrielle')).toBeVisible();
    expect(await screen.findByText('Anne')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('says that contracts are made anew before another start is saved', async () => {
    const sent = configsAre();
    render(<BillingConfigsPage />);
    const [menu] = await screen.findAllByRole('button', { name: /^Actions sur .*kWh/ });
    fireEvent.click(menu as HTMLElement);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Modifier' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).queryByText(/supprimé puis recréé/)).toBeNull();
    fireEvent.change(within(dialog).getByLabelText(/^Début/), { target: { value: '2026-10-01' } });
    expect(await within(dialog).findByText(/1 contrat sera supprimé puis recréé/)).toBeVisible();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ startDate: '2026-10-01' }));
  });

  it('says what moving to the newer engine makes and what lacks, and moves when nothing does', async () => {
    const sent: unknown[] = [];
    const made = {
      migrated: false,
      dryRun: true,
      planCount: 1,
      subscriptionCount: 1,
      finishedCount: 2,
      plans: [
        {
          configId: 'c',
          name: 'Reprise 0,112 €/kWh',
          period: 'MONTHLY' as const,
          priceMicroEuro: 93_333,
          subscriptionPriceMicroEuro: 0,
          paymentMethod: 'transfer' as const,
          paymentTerm: 30,
          subscriptionCount: 1,
        },
      ],
      subscriptions: [
        {
          producerId: 'p1',
          producerName: 'Toit',
          consumerId: 'c1',
          consumerName: 'Anne',
          planName: 'Reprise 0,112 €/kWh',
          startDate: '2026-10-01',
          billedUntil: '2026-09-30',
        },
      ],
      blocks: [],
      warnings: [],
    };
    configsAre();
    serve({
      'GET /operations/{operationId}/participants': { body: [] },
      'GET /operations/{operationId}/billing-config': { body: [config] },
      'GET /operations/{operationId}/billing-contracts': { body: [contract] },
      'POST /operations/{operationId}/billing-migration': (body) => {
        sent.push(body);
        if (!body.dryRun) return { body: { ...made, migrated: true } };
        if (body.prices) return { body: made };
        const problem = { ...someProblem('migration.prices', { name: 'Commune' }), detail: 'Commune facture la TVA' };
        return { body: { ...made, blocks: [{ kind: 'REQUEST', problem }] } };
      },
    });
    render(<BillingConfigsPage />, ['legacyBilling:migrate']);
    fireEvent.click(await screen.findByRole('button', { name: 'Passer au nouveau moteur' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('À compléter d’abord')).toBeVisible();
    const confirm = within(dialog).getByRole('button', { name: 'Passer au nouveau moteur' });
    expect(confirm).toBeDisabled();
    fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: 'Les prix actuels sont' }));
    fireEvent.click(await screen.findByRole('option', { name: 'TVA comprise' }));
    expect(await within(dialog).findByText(/Anne et Toit/)).toBeVisible();
    await waitFor(() => expect(confirm).toBeEnabled());
    fireEvent.click(confirm);
    await waitFor(() => expect(sent).toContainEqual({ prices: 'INCLUDING_VAT' }));
  });

  it('shows no button to those who may only read', async () => {
    configsAre();
    render(<BillingConfigsPage />, []);
    expect(await screen.findByText('Anne')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Actions sur/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Ajouter une configuration' })).toBeNull();
  });
});

describe('BillingParticipantsPage', () => {
  it('marks a bill as paid, and takes several away', async () => {
    const sent = vi.fn();
    const asked = vi.fn();
    globalThis.URL.createObjectURL = vi.fn(() => 'blob:x');
    globalThis.URL.revokeObjectURL = vi.fn();
    const all = Array.from({ length: 12 }, (_, n) => bill(`b${n}`));
    serve({
      'GET /operations/{operationId}/bills': { body: all },
      'PUT /operations/{operationId}/bills/{billId}': (body, path) => {
        sent(body, path.billId);
        return { body: bill('b0', { paymentStatus: 'SUCCEEDED' }) };
      },
      'GET /operations/{operationId}/bills/billing-status': (_, __, request) => {
        const ids = new URL(request.url).searchParams.get('billsIds')?.split(',') ?? [];
        asked(ids.length);
        if (ids.length === 2) return { status: 404, body: { key: 'notFound' } };
        return { file: { type: 'application/octet-stream', name: 'f-2026-10-31-Toit.zip', text: 'x' } };
      },
    });
    render(<BillingParticipantsPage />);
    fireEvent.click(await screen.findByRole('button', { name: 'Actions sur f-2026-10-31-b0' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Marquer payée' }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ paymentStatus: 'SUCCEEDED' }, 'b0'));
    fireEvent.click(screen.getAllByRole('checkbox')[0] as HTMLElement);
    fireEvent.click(await screen.findByRole('button', { name: 'Télécharger' }));
    expect(await screen.findByText(/2 factures n’ont pas pu être téléchargées/)).toBeVisible();
    expect(asked.mock.calls.flat()).toEqual([10, 2]);
  });
});
