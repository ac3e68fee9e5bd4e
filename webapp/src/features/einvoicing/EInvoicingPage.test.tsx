import type { Schemas } from '@openpmo/sdk';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { EInvoicingPage } from './EInvoicingPage';
import { TransmissionCard } from './TransmissionCard';

const operation = someOperation();

const connection: Schemas['EInvoiceConnection'] = {
  id: 'c1',
  operationId: operation.id,
  billingEntityId: 'i1',
  billingEntityName: 'Commune de Bourg',
  legalNumber: '217400563',
  name: 'Plateforme',
  kind: 'AFNOR',
  active: true,
  flowUrl: 'https://p.example/flow',
  directoryUrl: 'https://p.example/directory',
  tokenUrl: 'https://p.example/token',
  clientId: 'pmo',
  version: '1.3',
  infoType: 'JSON',
  sendsRule: true,
  signature: 'A',
  declaresPayments: false,
  hasHookKey: true,
  hookPath: '/api/einvoicing/hooks/x',
  createdAt: '2026-11-01T08:00:00Z',
};

const sent: Schemas['Transmission'] = {
  id: 't1',
  operationId: operation.id,
  connectionId: 'c1',
  connectionName: 'Plateforme',
  invoiceId: 'v1',
  number: 'COM-2026-00001',
  billableEntityId: 'b1',
  billableEntityName: 'Boulangerie',
  subject: 'INVOICE',
  state: 'DELIVERED',
  resendable: false,
  ended: false,
  task: false,
  attempts: 0,
  reasons: [],
  statuses: [{ code: 203, at: '2026-11-02T08:00:00Z', reasons: [] }],
  createdAt: '2026-11-01T08:00:00Z',
  updatedAt: '2026-11-02T08:00:00Z',
};

const refused: Schemas['Transmission'] = {
  ...sent,
  id: 't2',
  invoiceId: 'v2',
  number: 'COM-2026-00007',
  state: 'REFUSED',
  refusedBy: 'RECIPIENT',
  ended: true,
  task: true,
  reasons: [{ code: 'TX_TVA_ERR', text: 'Pas notre taux' }],
  statuses: [{ code: 210, at: '2026-11-02T08:00:00Z', reasons: [] }],
};

const session = someSession({
  policy: ['einvoicing:read', 'einvoicing:update', 'einvoicing:send', 'invoice:cancel'],
});

const known: Parameters<typeof serve>[0] = {
  'GET /operations/{operationId}/einvoicing/connections': { body: [connection] },
  'GET /operations/{operationId}/einvoicing/transmissions': { body: [refused, sent] },
  'GET /operations/{operationId}/einvoicing/messages': { body: [] },
  'GET /operations/{operationId}/einvoicing/e-reporting': { body: [] },
  'GET /operations/{operationId}/billing/billing-entities': { body: [] },
};

const page = (who = session) =>
  renderPage(
    <OperationContext value={operation}>
      <EInvoicingPage />
    </OperationContext>,
    { session: who },
  );

describe('the page of e-invoices', () => {
  it('says in words why an invoice was refused, and what is on its way', async () => {
    serve(known);
    const { container } = page();
    expect(await screen.findByRole('heading', { name: '1 facture refusée' })).toBeVisible();
    expect(screen.getAllByText(/Le taux de TVA est erroné/)[0]).toBeVisible();
    const table = within(await screen.findByRole('table'));
    expect(table.getByText('Mise à disposition du client')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('cancels a refused invoice and makes its draft anew in two clicks', async () => {
    const cancelled = vi.fn();
    const billed = vi.fn();
    serve({
      ...known,
      'GET /operations/{operationId}/billing/invoices/{invoiceId}': {
        body: { id: 'v2', periodEnd: '2026-10-31' } as Schemas['Invoice'],
      },
      'POST /operations/{operationId}/billing/invoices/cancel': (body) => {
        cancelled(body);
        return { body: { results: [{ id: 'v2', status: 'SUCCESS' }] } };
      },
      'POST /operations/{operationId}/billing/run': (body) => {
        billed(body);
        return { status: 202, body: { id: 'r1' } as Schemas['BillRun'] };
      },
    });
    page();
    fireEvent.click(await screen.findByRole('button', { name: 'Annuler et refaire' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Faire l’avoir et le brouillon' }));
    await waitFor(() => expect(billed).toHaveBeenCalledWith({ billUpTo: '2026-10-31', mode: 'ASYNC' }));
    expect(cancelled.mock.calls[0]?.[0]).toMatchObject({ ids: ['v2'] });
  });

  it('tries a connection, and says what is wrong with it', async () => {
    const tried = vi.fn();
    serve({
      ...known,
      'GET /operations/{operationId}/einvoicing/connections': {
        body: [
          { ...connection, problem: { kind: 'UNAUTHORIZED', text: 'invalid_client', at: '2026-11-02T08:00:00Z' } },
        ],
      },
      'POST /operations/{operationId}/einvoicing/connections/{connectionId}/test': () => {
        tried();
        return { body: { works: true } };
      },
    });
    page();
    expect(await screen.findByText(/la plateforme ne nous laisse pas entrer \(invalid_client\)/)).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Tester la connexion' }));
    await waitFor(() => expect(tried).toHaveBeenCalledOnce());
  });

  it('never sends a secret that was not told anew', async () => {
    const changed = vi.fn();
    serve({
      ...known,
      'PUT /operations/{operationId}/einvoicing/connections/{connectionId}': (body) => {
        changed(body);
        return { body: connection };
      },
    });
    page();
    fireEvent.click(await screen.findByRole('button', { name: /Plateforme/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Modifier' }));
    fireEvent.change(await screen.findByRole('textbox', { name: /Nom de la plateforme/ }), {
      target: { value: 'Autre' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(changed).toHaveBeenCalledOnce());
    expect(changed.mock.calls[0]?.[0]).toMatchObject({ name: 'Autre', organizationId: null });
    expect(changed.mock.calls[0]?.[0]).not.toHaveProperty('secret');
    expect(changed.mock.calls[0]?.[0]).not.toHaveProperty('hookKey');
  });

  it('keeps the address that is chosen in the directory on its client, by one click', async () => {
    const kept = vi.fn();
    const client = { id: 'b1', name: 'Boulangerie', legalNumber: '98765432400012' } as Schemas['BillableEntity'];
    const line = { scheme: '0225', siren: '987654324', portalOnly: false } as const;
    serve({
      ...known,
      'GET /operations/{operationId}/billing/billable-entities': { body: [client] },
      'GET /operations/{operationId}/einvoicing/connections/{connectionId}/directory': {
        body: [
          { ...line, address: '987654324_ACHATS', status: 'ENABLED', reachable: true },
          { ...line, address: '987654324_OLD', status: 'DISABLED', reachable: false },
        ],
      },
      'POST /operations/{operationId}/einvoicing/connections/{connectionId}/directory/choice': (body) => {
        kept(body);
        return { status: 204 };
      },
    });
    page(someSession({ policy: [...session.policy, 'client:update'] }));
    fireEvent.click(await screen.findByRole('button', { name: /Plateforme/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Chercher un client dans l’annuaire' }));
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'Boulangerie' } });
    fireEvent.click(screen.getByRole('button', { name: 'Chercher' }));
    expect(await screen.findByText('987654324_OLD')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Facturer Boulangerie à cette adresse' }));
    const choice = { billableEntityId: 'b1', scheme: '0225', address: '987654324_ACHATS' };
    await waitFor(() => expect(kept).toHaveBeenCalledWith(choice));
  });

  it('shows no buttons to who may only read', async () => {
    serve(known);
    page(someSession({ policy: ['einvoicing:read'] }));
    expect(await screen.findByRole('heading', { name: '1 facture refusée' })).toBeVisible();
    for (const name of ['Annuler et refaire', 'Relier un vendeur', 'Tester la connexion'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('an invoice on its way', () => {
  it('offers to send what was issued before, and says what became of it', async () => {
    const asked = vi.fn();
    serve({
      'GET /operations/{operationId}/einvoicing/transmissions': { body: [] },
      'POST /operations/{operationId}/einvoicing/transmissions': (body) => {
        asked(body);
        return { body: { results: [{ id: 'v1', status: 'SUCCESS' }] } };
      },
    });
    renderPage(
      <OperationContext value={operation}>
        <TransmissionCard invoiceId="v1" sendable />
      </OperationContext>,
      { session },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Envoyer par la plateforme' }));
    await waitFor(() => expect(asked).toHaveBeenCalledWith({ invoicesIds: ['v1'] }));
  });
});
