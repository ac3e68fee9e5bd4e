import { fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../api/operations';
import { dismissAll, useSnackbars } from '../../design/snackbars';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { PlansPage } from './PlansPage';
import type { Plan } from './queries';

const operation = someOperation();

const plan = (part: Partial<Plan> = {}): Plan => ({
  id: 'p1',
  operationId: operation.id,
  name: 'Plan solaire',
  period: 'MONTHLY',
  paymentMethod: 'transfer',
  paymentTerm: 30,
  alreadyInvoiced: false,
  subscriptionsNumber: 2,
  charges: [{ code: 'E', name: 'Énergie locale', type: 'PER_UNIT', usage: 'ENERGY', priceMicroEuro: 112_000 }],
  ...part,
});

const render = (policy: string[] = ['plan:create', 'plan:update']) =>
  renderPage(
    <OperationContext value={operation}>
      <PlansPage />
    </OperationContext>,
    { session: someSession({ policy }) },
  );

describe('PlansPage', () => {
  it('shows what a plan costs, and its warnings', async () => {
    const warning = { key: 'plan.unusualPrice', row: 1, params: { price: '0.9', from: '0.05', to: '0.20' } };
    serve({ 'GET /operations/{operationId}/billing/plans': { body: [plan({ warnings: [warning] })] } });
    const { container } = render();
    expect(await screen.findByText(/0,112.€\/kWh/)).toBeVisible();
    expect(screen.getByRole('columnheader', { name: /Souscriptions/ })).toBeVisible();
    expect(screen.getByRole('cell', { name: '2' })).toBeVisible();
    expect(screen.getByText(/Le prix 0,90 €\/kWh est inhabituel/)).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('finds a plan by the name of one of its prices', async () => {
    const other = plan({
      id: 'p2',
      name: 'Plan éolien',
      charges: [{ code: 'F', name: 'Abonnement', type: 'FIXED', priceMicroEuro: 2_000_000 }],
    });
    serve({ 'GET /operations/{operationId}/billing/plans': { body: [plan(), other] } });
    render();
    expect(await screen.findByText('Plan solaire')).toBeVisible();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'abonnement' } });
    await waitFor(() => expect(screen.queryByText('Plan solaire')).not.toBeInTheDocument());
    expect(screen.getByText('Plan éolien')).toBeVisible();
  });

  it('sends a price that was typed in euros as micro-euros', async () => {
    const sent = vi.fn();
    serve({
      'GET /operations/{operationId}/billing/plans': { body: [] },
      'POST /operations/{operationId}/billing/plans': (body) => {
        sent(body);
        return { status: 201, body: plan() };
      },
    });
    render();
    fireEvent.click((await screen.findAllByRole('button', { name: 'Créer un plan' }))[0] as HTMLElement);
    fireEvent.change(await screen.findByLabelText(/Nom du plan/), { target: { value: 'Neuf' } });
    fireEvent.change(screen.getByLabelText(/Prix HT/), { target: { value: '0,123456' } });
    fireEvent.click(screen.getByRole('button', { name: 'Créer le plan' }));
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(sent.mock.calls[0]?.[0]).toMatchObject({
      name: 'Neuf',
      period: 'MONTHLY',
      paymentTerm: 30,
      charges: [{ type: 'PER_UNIT', usage: 'ENERGY', priceMicroEuro: 123_456 }],
    });
  });

  it('says while a price is typed where it is usual, and sends the hours at which it holds', async () => {
    const sent = vi.fn();
    serve({
      'GET /operations/{operationId}/billing/plans': { body: [] },
      'GET /operations/{operationId}/billing/usual-prices': {
        body: { since: '2026-01-01', lowMicroEuro: 50_000, highMicroEuro: 200_000 },
      },
      'POST /operations/{operationId}/billing/plans': (body) => {
        sent(body);
        return { status: 201, body: plan() };
      },
    });
    render();
    fireEvent.click((await screen.findAllByRole('button', { name: 'Créer un plan' }))[0] as HTMLElement);
    expect(await screen.findByText(/^D’ordinaire entre/)).toBeVisible();
    fireEvent.change(screen.getByLabelText(/Nom du plan/), { target: { value: 'Neuf' } });
    fireEvent.change(screen.getByLabelText(/Prix HT/), { target: { value: '0,25' } });
    expect(await screen.findByText(/^Inhabituel/)).toBeVisible();
    fireEvent.mouseDown(screen.getByRole('combobox', { name: /Heures/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'Heures creuses' }));
    fireEvent.click(screen.getByRole('button', { name: 'Créer le plan' }));
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(sent.mock.calls[0]?.[0]).toMatchObject({
      charges: [{ pricingOption: 'OFF_PEAK', priceMicroEuro: 250_000 }],
    });
  });

  it('passes network costs on where the operator tells them, once', async () => {
    const sent = vi.fn();
    serve({
      'GET /operations/{operationId}/billing/plans': { body: [] },
      'POST /operations/{operationId}/billing/plans': (body) => {
        sent(body);
        return { status: 201, body: plan() };
      },
    });
    const brussels = someOperation({ dso: 'SIBELGA', features: ['registerVolumes'] });
    renderPage(
      <OperationContext value={brussels}>
        <PlansPage />
      </OperationContext>,
      { session: someSession({ policy: ['plan:create'] }) },
    );
    fireEvent.click((await screen.findAllByRole('button', { name: 'Créer un plan' }))[0] as HTMLElement);
    fireEvent.change(await screen.findByLabelText(/Nom du plan/), { target: { value: 'Neuf' } });
    fireEvent.change(screen.getByLabelText(/Prix HT/), { target: { value: '0,14' } });
    fireEvent.click(screen.getByRole('button', { name: 'Frais de réseau refacturés' }));
    expect(screen.queryByRole('button', { name: 'Frais de réseau refacturés' })).not.toBeInTheDocument();
    expect(screen.getAllByLabelText(/Prix HT/)).toHaveLength(1);
    fireEvent.mouseDown(screen.getByRole('combobox', { name: /TVA des frais de réseau/ }));
    fireEvent.click(await screen.findByRole('option', { name: /TVA comprise/ }));
    fireEvent.change(within(screen.getByRole('group', { name: 'Prix 2' })).getByLabelText(/^TVA(?! des)/), {
      target: { value: '21' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Créer le plan' }));
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(sent.mock.calls[0]?.[0].charges[1]).toEqual({
      code: 'FRAIS_DE_RESEAU',
      name: 'Frais de réseau',
      type: 'PASS_THROUGH',
      vatTreatment: 'GROSS',
      vatPercentage: 21,
    });
  });

  it('shows network costs as the amount of the file', async () => {
    const costs: Plan['charges'][number] = {
      code: 'R',
      name: 'Réseau',
      type: 'PASS_THROUGH',
      vatTreatment: 'GROSS',
      vatPercentage: 21,
    };
    serve({ 'GET /operations/{operationId}/billing/plans': { body: [plan({ charges: [costs] })] } });
    render();
    expect(await screen.findByText('montant du fichier mensuel')).toBeVisible();
  });

  it('offers direct debit where nothing lacks for it, and says what lacks', async () => {
    const methods = (missing: ('CREDITOR' | 'MANDATE')[]) => [
      { method: 'transfer' as const, missing: [] },
      { method: 'debit' as const, missing },
    ];
    let lacks: ('CREDITOR' | 'MANDATE')[] = ['CREDITOR', 'MANDATE'];
    serve({
      'GET /operations/{operationId}/billing/plans': { body: [] },
      'GET /operations/{operationId}/billing/payment-methods': () => ({ body: methods(lacks) }),
    });
    const { unmount } = render();
    fireEvent.click((await screen.findAllByRole('button', { name: 'Créer un plan' }))[0] as HTMLElement);
    expect(await screen.findByText('Prélèvement SEPA : il manque un créancier et un mandat signé.')).toBeVisible();
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Mode de paiement' }));
    expect(await screen.findAllByRole('option')).toHaveLength(1);
    unmount();
    lacks = [];
    render();
    fireEvent.click((await screen.findAllByRole('button', { name: 'Créer un plan' }))[0] as HTMLElement);
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Mode de paiement' }));
    expect(await screen.findByRole('option', { name: 'Prélèvement SEPA' })).toBeVisible();
  });

  it('puts a refused price where it was typed', async () => {
    const items = [{ key: 'charge.priceInvalid', field: 'priceMicroEuro', row: 1 }];
    serve({
      'GET /operations/{operationId}/billing/plans': { body: [plan()] },
      'PUT /operations/{operationId}/billing/plans/{planId}': {
        status: 400,
        body: { key: 'plan.invalid', errors: items },
      },
    });
    render();
    fireEvent.click(await screen.findByRole('button', { name: 'Actions sur Plan solaire' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Modifier' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(screen.getByLabelText(/Prix HT/)).toHaveAccessibleDescription(/supérieur à zéro/));
  });

  it('lets only the words of an invoiced plan change, and offers a copy', async () => {
    const sent = vi.fn();
    serve({
      'GET /operations/{operationId}/billing/plans': { body: [plan({ alreadyInvoiced: true })] },
      'PUT /operations/{operationId}/billing/plans/{planId}': (body) => {
        sent(body);
        return { body: plan() };
      },
    });
    render();
    fireEvent.click(await screen.findByRole('button', { name: 'Actions sur Plan solaire' }));
    fireEvent.click(screen.getByRole('menuitem', { name: /Modifier le nom/ }));
    expect(await screen.findByLabelText(/Prix HT/)).toBeDisabled();
    fireEvent.change(screen.getByLabelText(/Nom du plan/), { target: { value: 'Autre nom' } });
    fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ name: 'Autre nom', description: null }));
  });

  it('keeps the refusal of an invoiced plan on screen until it is dismissed', async () => {
    const problem = { key: 'planAlreadyInvoiced', status: 409 };
    serve({
      'GET /operations/{operationId}/billing/plans': { body: [plan()] },
      'PUT /operations/{operationId}/billing/plans/{planId}': { status: 409, body: problem },
    });
    dismissAll();
    render();
    fireEvent.click(await screen.findByRole('button', { name: 'Actions sur Plan solaire' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Modifier' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Enregistrer' }));
    const { result: shown } = renderHook(useSnackbars);
    await waitFor(() => expect(shown.current).toHaveLength(1));
    expect(shown.current[0]).toMatchObject({
      variant: 'error',
      text: expect.stringContaining('déjà servi à facturer'),
    });
    expect(shown.current[0]).not.toHaveProperty('duration');
  });

  it('shows no button to those who may only read', async () => {
    serve({ 'GET /operations/{operationId}/billing/plans': { body: [plan()] } });
    render([]);
    const card = await screen.findByRole('row', { name: /Plan solaire/ });
    expect(within(card).queryByRole('button')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Créer un plan' })).toBeNull();
  });
});
