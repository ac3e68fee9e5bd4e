import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { PlanPreview } from './PlanPreview';
import { PriceChangeDialog } from './PriceChangeDialog';
import type { Plan } from './queries';

const operation = someOperation();
const plan: Plan = {
  id: 'p1',
  operationId: operation.id,
  name: 'Plan solaire',
  period: 'MONTHLY',
  paymentMethod: 'transfer',
  paymentTerm: 30,
  alreadyInvoiced: true,
  subscriptionsNumber: 2,
  charges: [{ code: 'E', name: 'Énergie locale', type: 'PER_UNIT', usage: 'ENERGY', priceMicroEuro: 112_000 }],
};
const sum = (netCents: number) => ({
  energyMilliWh: 100_000_000,
  netCents,
  vatCents: 0,
  amountCents: netCents,
  lackingDays: 0,
});

describe('PriceChangeDialog', () => {
  it('shows who pays what, leaves out who cannot change, and changes the rest', async () => {
    const checked = vi.fn();
    const changed = vi.fn();
    const move = (id: string, consumerName: string, part = {}) => ({
      subscriptionId: id,
      consumerId: `c-${id}`,
      consumerName,
      startDate: '2026-10-01',
      before: sum(1120),
      after: sum(1300),
      ...part,
    });
    serve({
      'GET /operations/{operationId}/billing/plans': { body: [plan] },
      'POST /operations/{operationId}/billing/plans/{planId}/price-changes/check': (body) => {
        checked(body);
        return {
          body: {
            startDate: '2026-12-01',
            month: '2026-10',
            definitive: true,
            refusedNumber: 1,
            before: sum(1120),
            after: sum(1300),
            subscriptions: [
              move('s1', 'École'),
              move('s2', 'CCAS', {
                problem: { key: 'subscription.overlapsInvoicedPeriod', params: { invoicedUntil: '2026-12-31' } },
              }),
            ],
          },
        };
      },
      'POST /operations/{operationId}/billing/plans/{planId}/price-changes': (body) => {
        changed(body);
        return { status: 201, body: { plan, subscriptions: [] } };
      },
    });
    const close = vi.fn();
    renderPage(
      <OperationContext value={operation}>
        <PriceChangeDialog operation={operation} plan={plan} onClose={close} />
      </OperationContext>,
      { session: someSession({ policy: ['subscription:create', 'plan:create'] }) },
    );
    fireEvent.change(await screen.findByLabelText(/Prix HT/), { target: { value: '0,13' } });
    fireEvent.click(screen.getByRole('button', { name: 'Voir qui paie quoi' }));
    expect(await screen.findByText(/1 souscription ne peut pas changer/)).toBeVisible();
    expect(checked.mock.calls[0]?.[0]).toMatchObject({
      newPlan: { charges: [{ code: 'E', priceMicroEuro: 130_000 }] },
    });
    const table = screen.getByRole('table');
    expect(within(table).getAllByRole('checkbox', { checked: true }).length).toBeGreaterThan(0);
    expect(within(table).getByText('CCAS')).toBeVisible();
    expect(await accessibilityProblems(document.body)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Appliquer à 1 souscription' }));
    await waitFor(() => expect(close).toHaveBeenCalledOnce());
    expect(changed.mock.calls[0]?.[0]).toMatchObject({ subscriptionIds: ['s1'] });
  });

  it('puts a refused price where it was typed', async () => {
    serve({
      'GET /operations/{operationId}/billing/plans': { body: [plan] },
      'POST /operations/{operationId}/billing/plans/{planId}/price-changes/check': {
        status: 409,
        body: { key: 'plan.nameTaken', errors: [{ key: 'plan.nameTaken', field: 'name' }] },
      },
    });
    renderPage(<PriceChangeDialog operation={operation} plan={plan} onClose={() => undefined} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Voir qui paie quoi' }));
    expect(await screen.findAllByText('Un autre plan porte déjà ce nom.')).not.toHaveLength(0);
  });
});

describe('PlanPreview', () => {
  it('says which volume has no price, and leads to the plan', async () => {
    const mend = vi.fn();
    serve({
      'POST /operations/{operationId}/billing/plans/preview': {
        body: {
          monthFrom: '2026-10',
          monthTo: '2026-10',
          whose: 'SUBSCRIBERS',
          clientsNumber: 1,
          blockedNumber: 1,
          total: { energyMilliWh: 0, netCents: 0, lackingDays: 0 },
          unpriced: [{ usage: 'VOLUME_PARTAGE_LOW', energyMilliWh: 60_250_000 }],
          clients: [
            {
              issuerName: 'PMO',
              clientName: 'Peeters',
              months: 1,
              lines: [],
              total: { energyMilliWh: 0, netCents: 0, lackingDays: 0 },
              problem: { key: 'plan.volumeUnpriced', params: { plan: 'P', usage: 'LOW', quantity: '60.25' } },
            },
          ],
        },
      },
    });
    renderPage(<PlanPreview operationId={operation.id} tried={async () => ({ planId: 'p1' })} onMend={mend} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Calculer' }));
    expect(await screen.findByText(/60,250.kWh sans prix/)).toBeVisible();
    expect(screen.getByText(/La TVA n’est pas connue/)).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Corriger le plan' }));
    expect(mend).toHaveBeenCalledOnce();
  });

  it('asks nothing while what is typed is wrong', async () => {
    serve({});
    renderPage(<PlanPreview operationId={operation.id} tried={async () => undefined} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Calculer' }));
    expect(screen.getByText(/Rien n’est modifié/)).toBeVisible();
  });
});
