import type { Schemas } from '@openpmo/sdk';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve } from '../../test/server';
import type { Subscription } from './queries';
import { SubscriptionsPage } from './SubscriptionsPage';

const operation = someOperation();
const policy = [
  'subscription:create',
  'subscription:delete',
  'issuer:read',
  'client:read',
  'client:create',
  'client:update',
];

const sub = (id: string, part: Partial<Subscription> = {}): Subscription => ({
  id,
  operationId: operation.id,
  consumerId: 'c',
  consumerName: 'Boulangerie',
  producerId: 'p',
  producerName: 'Toiture',
  plan: { id: 'plan', name: 'Plan solaire' },
  status: 'ACTIVE',
  startDate: '2026-01-01',
  ...part,
});

const plan: Schemas['Plan'] = {
  id: 'plan',
  operationId: operation.id,
  name: 'Plan solaire',
  period: 'MONTHLY',
  paymentMethod: 'transfer',
  paymentTerm: 30,
  alreadyInvoiced: false,
  subscriptionsNumber: 1,
  charges: [],
};

const site = (id: string, name: string, energyType: Schemas['EnergyType']): Schemas['Participant'] => ({
  id,
  operationId: operation.id,
  name,
  energyType,
  dsoId: `0000${id}`,
  status: 'up',
  activationRange: { entry: '2026-01-01' },
  entryDateKnown: true,
  isProsumer: false,
  mayLeave: true,
  dsoDetails: { name, folder_status: 'up', account_status: 'NONE' },
});

const answers = (list: Subscription[]) => ({
  'GET /operations/{operationId}/billing/subscriptions': { body: list },
  'GET /operations/{operationId}/participants': {
    body: [site('c', 'Boulangerie', 'consumer'), site('p', 'Toiture', 'producer')],
  },
  'GET /operations/{operationId}/billing/plans': { body: [plan] },
  'POST /operations/{operationId}/billing/subscriptions/check': { body: { endingIds: [] } },
});

const render = (path = '/') =>
  renderPage(
    <OperationContext value={operation}>
      <SubscriptionsPage />
    </OperationContext>,
    { session: someSession({ policy }), path },
  );

describe('SubscriptionsPage', () => {
  it('lists pairs, and keeps an invoiced one from being deleted', async () => {
    serve(answers([sub('1', { invoicedUntil: '2026-09-30', heldUntil: '2026-09-30' })]));
    const { container } = render();
    expect(await screen.findByRole('cell', { name: 'Boulangerie' })).toBeVisible();
    expect(screen.getByRole('cell', { name: '30/09/2026' })).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Actions sur Boulangerie · Toiture' }));
    const entry = screen.getByRole('menuitem', { name: /Supprimer/ });
    expect(entry).toHaveAttribute('aria-disabled', 'true');
    expect(entry).toHaveTextContent('Facturée jusqu’au 30/09/2026');
  });

  it('says how many later ones go with a deletion', async () => {
    const removed = vi.fn();
    serve({
      ...answers([sub('1', { laterIds: ['2'] }), sub('2', { startDate: '2026-12-01', status: 'UPCOMING' })]),
      'DELETE /operations/{operationId}/billing/subscriptions/{subscriptionId}': () => {
        removed();
        return { status: 204 };
      },
    });
    render();
    fireEvent.click((await screen.findAllByRole('button', { name: /Actions sur/ }))[0] as HTMLElement);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Supprimer' }));
    const dialog = screen.getByRole('dialog', { name: 'Supprimer 2 souscriptions\u202f?' });
    expect(dialog).toHaveTextContent('La souscription suivante du même couple sera supprimée aussi');
    expect(dialog).toHaveTextContent('Plan solaire à partir du 01/12/2026');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Supprimer les 2 souscriptions' }));
    await waitFor(() => expect(removed).toHaveBeenCalledOnce());
  });

  it('names each refused pair', async () => {
    const params = { consumerName: 'Boulangerie', producerName: 'Toiture', invoicedUntil: '2026-09-30' };
    serve({
      ...answers([sub('1')]),
      'POST /operations/{operationId}/billing/subscriptions/multiple': {
        status: 409,
        body: {
          key: 'subscription.rejected',
          errors: [{ key: 'subscription.overlapsInvoicedPeriod', field: 'startDate', row: 1, params }],
        },
      },
    });
    render();
    fireEvent.click(await screen.findByRole('button', { name: 'Souscrire' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Sélectionner Boulangerie' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Sélectionner Toiture' }));
    fireEvent.click(screen.getByRole('button', { name: 'Créer 1 souscription' }));
    const alert = await screen.findByText(/Couple Toiture – Boulangerie :/);
    expect(alert.closest('li')).toHaveTextContent(
      'Couple Toiture – Boulangerie : Cette période est facturée jusqu’au 30/09/2026. Choisissez une date d’application ultérieure.',
    );
  });

  it('ends what prices the same energy when it is asked to', async () => {
    const bodies: unknown[] = [];
    const params = {
      consumerName: 'Boulangerie',
      consumer: 'Boulangerie',
      seller: 'VAL',
      plan: 'PMO',
      from: '2026-10-01',
    };
    serve({
      ...answers([sub('1')]),
      'POST /operations/{operationId}/billing/subscriptions/multiple': (body) => {
        bodies.push((body as { endOthers?: boolean }).endOthers);
        return bodies.length > 1
          ? { status: 201, body: [sub('2')] }
          : {
              status: 409,
              body: {
                key: 'subscription.rejected',
                errors: [{ key: 'subscription.energyTwice', field: 'consumerId', row: 1, params }],
              },
            };
      },
    });
    render();
    fireEvent.click(await screen.findByRole('button', { name: 'Souscrire' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Sélectionner Boulangerie' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Sélectionner Toiture' }));
    fireEvent.click(screen.getByRole('button', { name: 'Créer 1 souscription' }));
    expect(await screen.findByText(/déjà facturée par VAL, avec le plan « PMO », dès le 01\/10\/2026/)).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Mettre fin aux autres souscriptions la veille' }));
    await waitFor(() => expect(bodies).toEqual([undefined, true]));
  });

  it('shows what a client lacks, and opens it from an address', async () => {
    serve({
      ...answers([sub('1')]),
      'GET /operations/{operationId}/billing/billing-entities': { body: [] },
      'GET /operations/{operationId}/billing/billable-entities': {
        body: [
          {
            id: 'b',
            operationId: operation.id,
            name: 'Boulangerie SARL',
            address: '1 rue Haute',
            postCode: '35300',
            consumerType: 'individual',
            consumerIds: ['c'],
            complete: false,
            missing: ['city'],
          },
        ],
      },
    });
    render('/?tab=clients&party=b');
    expect(await screen.findByText('Manque : Commune')).toBeInTheDocument();
    expect(await screen.findByRole('dialog', { name: 'Modifier Boulangerie SARL' })).toBeVisible();
  });
});
