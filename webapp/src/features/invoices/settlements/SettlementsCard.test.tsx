import type { Schemas } from '@openpmo/sdk';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../../test/render';
import { type Answers, serve } from '../../../test/server';
import type { Invoice } from '../queries';
import { openOf, overpaidOf, settleable } from './amounts';
import { SettleDialog } from './SettleDialog';
import { SettlementsCard } from './SettlementsCard';

const operation = someOperation();

const invoice = (part: Partial<Invoice> = {}): Invoice => ({
  id: 'i1',
  operationId: operation.id,
  type: 'INVOICE',
  number: 'COM-2026-0001',
  status: 'FINALIZED',
  paymentStatus: 'PENDING',
  periodStart: '2026-10-01',
  periodEnd: '2026-10-31',
  billingEntity: { id: 'e1', name: 'Commune' },
  billableEntity: { id: 'c1', name: 'École' },
  netCents: 10_000,
  vatCents: 2000,
  amountCents: 12_000,
  paidCents: 4000,
  cancelled: false,
  cancellable: true,
  hasDocument: true,
  overdue: false,
  createdAt: '2026-11-02T08:00:00Z',
  ...part,
});

const settled: Schemas['Settlement'] = {
  id: 's1',
  invoiceId: 'i1',
  kind: 'PAYMENT',
  amountCents: 4000,
  bookedOn: '2026-11-20',
  reference: 'VIR ECOLE',
  createdByName: 'Olivia',
  createdAt: '2026-11-20T10:00:00Z',
};

const everything = ['settlement:read', 'settlement:create', 'settlement:delete'];
const open = (children: React.ReactNode, answers: Answers = {}, policy = everything) => {
  const calls = serve({
    'GET /operations/{operationId}/payments/settlements': { body: [settled] },
    ...answers,
  } as Answers);
  const page = renderPage(<OperationContext value={operation}>{children}</OperationContext>, {
    session: someSession({ policy }),
  });
  return { calls, ...page };
};

describe('SettlementsCard', () => {
  it('says what is open, and records an amount of it', async () => {
    const sent = vi.fn();
    const { container } = open(<SettlementsCard invoice={invoice()} />, {
      'POST /operations/{operationId}/payments/settlements': (body) => {
        sent(body);
        return { body: [settled] };
      },
    });
    expect(await screen.findByText(/Reste dû/)).toHaveTextContent('80,00');
    expect(await screen.findByText(/VIR ECOLE, enregistré par Olivia/)).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Enregistrer un règlement' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText(/Date en banque/), { target: { value: '2026-11-21' } });
    fireEvent.change(within(dialog).getByLabelText(/Montant/), { target: { value: '25,50' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith({
        invoicesIds: ['i1'],
        kind: 'PAYMENT',
        bookedOn: '2026-11-21',
        amountCents: 2550,
      }),
    );
  });

  it('withdraws a mistake, which stays', async () => {
    const { calls } = open(<SettlementsCard invoice={invoice()} />, {
      'POST /operations/{operationId}/payments/settlements/{settlementId}/withdraw': { body: settled },
    });
    fireEvent.click(await screen.findByRole('button', { name: /20\/11\/2026/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Annuler' }));
    expect(await screen.findByText(/la ligne reste, barrée/)).toBeInTheDocument();
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getAllByRole('button', { name: 'Annuler' }).at(-1) as HTMLElement);
    await waitFor(() => expect(calls.some((call) => call.endsWith('/settlements/s1/withdraw'))).toBe(true));
  });

  it('only tells those who may not record', async () => {
    open(<SettlementsCard invoice={invoice()} />, {}, ['settlement:read']);
    expect(await screen.findByText(/VIR ECOLE/)).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('SettleDialog', () => {
  it('marks several as paid, and says which it leaves', async () => {
    const sent = vi.fn();
    open(
      <SettleDialog
        invoices={[invoice(), invoice({ id: 'i2', paymentStatus: 'SUCCEEDED' }), invoice({ id: 'i3', paidCents: 0 })]}
        kind="PAYMENT"
        onClose={() => undefined}
      />,
      {
        'POST /operations/{operationId}/payments/settlements': (body) => {
          sent(body);
          return { status: 409, body: { key: 'settlement.paid', params: { number: 'COM-2026-0001' }, status: 409 } };
        },
      },
    );
    expect(await screen.findByText(/200,00/)).toBeInTheDocument();
    expect(screen.getByText(/1 facture déjà réglée/)).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findByText(/COM-2026-0001 est déjà réglée/)).toBeInTheDocument();
    expect(sent).toHaveBeenCalledWith(expect.objectContaining({ invoicesIds: ['i1', 'i3'], kind: 'PAYMENT' }));
  });
});

describe('amounts', () => {
  it('tell what is open, what is too much, and what may be settled', () => {
    expect(openOf(invoice({ paidCents: 13_000 }))).toBe(0);
    expect(overpaidOf(invoice({ paidCents: 13_000 }))).toBe(1000);
    expect(overpaidOf(invoice({ paidCents: 13_000, status: 'CANCELLED' }))).toBe(0);
    const { number: _, ...draft } = invoice({ status: 'DRAFT' });
    expect([invoice(), invoice({ paymentStatus: 'SUCCEEDED' }), draft as Invoice].map(settleable)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
