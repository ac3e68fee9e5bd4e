import type { Schemas } from '@openpmo/sdk';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { type Answers, serve } from '../../test/server';
import { PairDialog } from './PairDialog';

const operation = someOperation();

const discount: Schemas['Discount'] = {
  id: 'd1',
  operationId: operation.id,
  consumerId: 's1',
  consumerName: 'École',
  producerId: 'p1',
  producerName: 'Toit',
  startDate: '2026-10-01',
  percentage: 12.5,
  reason: 'Offre de bienvenue',
  createdAt: '2026-09-20T10:00:00Z',
  createdByName: 'Olivia',
};

const amount: Schemas['Adjustment'] = {
  id: 'a1',
  operationId: operation.id,
  billingEntity: { id: 'e1', name: 'Commune' },
  billableEntity: { id: 'c1', name: 'École' },
  kind: 'ALLOWANCE',
  amountCents: 500,
  reason: 'Geste commercial',
  status: 'WAITING',
  createdAt: '2026-11-20T10:00:00Z',
  createdByName: 'Olivia',
};

const everything = ['adjustment:read', 'adjustment:create', 'adjustment:update', 'adjustment:delete'];

function open(answers: Answers = {}, policy = everything) {
  serve({
    'GET /operations/{operationId}/billing/discounts': {
      body: [discount, { ...discount, id: 'd2', consumerId: 's2', reason: 'Une autre' }],
    },
    'GET /operations/{operationId}/billing/adjustments': {
      body: [amount, { ...amount, id: 'a2', reason: 'Ancien', status: 'INVOICED' }],
    },
    'GET /operations/{operationId}/billing/billable-entities': { body: [{ id: 'c1', consumerIds: ['s1'] }] },
    ...answers,
  } as Answers);
  return renderPage(
    <OperationContext value={operation}>
      <PairDialog
        subscriptionId="u1"
        pair={{ consumerId: 's1', producerId: 'p1' }}
        name="École · Toit"
        onClose={() => {}}
      />
    </OperationContext>,
    { session: someSession({ policy }) },
  );
}

describe('PairDialog', () => {
  it('shows what the pair has, and nothing of others', async () => {
    open();
    expect(await screen.findByText(/12,5.% · Offre de bienvenue/)).toBeInTheDocument();
    expect(screen.queryByText(/Une autre/)).not.toBeInTheDocument();
    expect(await screen.findByText('Geste commercial')).toBeInTheDocument();
    expect(screen.queryByText('Ancien')).not.toBeInTheDocument();
    expect(screen.getByText(/-5,00|−5,00/)).toBeInTheDocument();
    expect(await accessibilityProblems(document.body)).toEqual([]);
  });

  it('grants a discount in hundredths, and says at its field what is refused', async () => {
    const sent = vi.fn();
    open({
      'POST /operations/{operationId}/billing/discounts': (body) => {
        sent(body);
        return {
          status: 400,
          body: {
            type: 'urn:pmo:problem:discount.percentage',
            title: 'Bad',
            status: 400,
            key: 'discount.percentage',
            detail: 'Indiquez un pourcentage de 0,01 à 100.',
            errors: [
              { key: 'discount.percentage', field: 'percentage', detail: 'Indiquez un pourcentage de 0,01 à 100.' },
            ],
          },
        };
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Accorder une remise' }));
    const form = await screen.findByRole('dialog', { name: 'Accorder une remise' });
    fireEvent.change(within(form).getByRole('textbox', { name: /^Remise/ }), { target: { value: '7,25' } });
    fireEvent.change(within(form).getByRole('textbox', { name: /^Motif/ }), { target: { value: 'Fidélité' } });
    const first = within(form).getByRole('textbox', { name: /^Premier jour/ });
    fireEvent.change(first, { target: { value: '01/12/2026' } });
    fireEvent.blur(first);
    fireEvent.click(within(form).getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(sent).toHaveBeenCalled());
    expect(sent).toHaveBeenCalledWith({
      consumerId: 's1',
      producerId: 'p1',
      startDate: '2026-12-01',
      percentage: 7.25,
      reason: 'Fidélité',
    });
    expect(await within(form).findByText(/pourcentage de 0,01 à 100/)).toBeInTheDocument();
  });

  it('withdraws an amount', async () => {
    const gone = vi.fn();
    open({
      'DELETE /operations/{operationId}/billing/adjustments/{adjustmentId}': () => {
        gone();
        return { status: 204 };
      },
    } as Answers);
    fireEvent.click(await screen.findByRole('button', { name: /Retirer «.Geste commercial.»/ }));
    await waitFor(() => expect(gone).toHaveBeenCalledOnce());
  });

  it('offers nothing to who only reads', async () => {
    open({}, ['adjustment:read']);
    expect(await screen.findByText('Geste commercial')).toBeInTheDocument();
    expect(
      screen.queryByRole('button', { name: /Retirer|Accorder|Ajouter|Terminer|Supprimer/ }),
    ).not.toBeInTheDocument();
  });
});
