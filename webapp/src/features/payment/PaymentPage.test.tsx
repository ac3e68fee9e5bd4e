import type { Schemas } from '@openpmo/sdk';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../api/operations';
import { someSite } from '../../test/records';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { PaymentPage } from './PaymentPage';

const operation = someOperation();

const issuer: Schemas['BillingEntity'] = {
  id: 'i1',
  operationId: operation.id,
  name: 'Commune de Bourg',
  vatRegime: 'normal',
  producerIds: [],
  ownedByOperation: false,
  complete: true,
  missing: [],
  iban: 'FR1420041010050500013M02606',
};

const creditor: Schemas['Creditor'] = {
  id: 'c1',
  operationId: operation.id,
  billingEntityId: 'i1',
  name: 'Régie de Bourg',
  ics: 'FR72ZZZ123456',
  iban: 'FR1420041010050500013M02606',
  messageVersion: 'PAIN_008_001_08',
  leadDays: 3,
};

const mandate: Schemas['Mandate'] = {
  id: 'm1',
  operationId: operation.id,
  creditorId: 'c1',
  participantId: someSite().id,
  mandateId: 'SOLEIL-1',
  debtorName: 'Anne Martin',
  creditorName: 'Régie de Bourg',
  ics: 'FR72ZZZ123456',
  iban: 'FR7630006000011234567890189',
  scheme: 'CORE',
  signatureDate: '2023-10-01',
  lapsesOn: '2026-10-01',
  status: 'LAPSED',
};

const known = {
  'GET /operations/{operationId}/billing/billing-entities': { body: [issuer] },
  'GET /operations/{operationId}/participants': { body: [someSite()] },
  'GET /payments/creditors/by-billing-entities': { body: [creditor] },
  'GET /payments/mandates/by-creditor/{creditorId}': { body: [mandate] },
};

const render = (policy = ['creditor:create', 'mandate:create', 'mandate:update']) =>
  renderPage(
    <OperationContext value={operation}>
      <PaymentPage />
    </OperationContext>,
    { session: someSession({ policy }) },
  );

const openMandates = async () => {
  fireEvent.click(await screen.findByRole('tab', { name: 'Mandats' }));
  await screen.findByText('SOLEIL-1');
};

describe('PaymentPage', () => {
  it('gives an issuer its creditor, begun with what the issuer says', async () => {
    const sent = vi.fn();
    serve({
      ...known,
      'GET /payments/creditors/by-billing-entities': { body: [] },
      'POST /payments/creditors/by-billing-entities/{entityId}': (body) => {
        sent(body);
        return { status: 201, body: creditor };
      },
    });
    render();
    fireEvent.click(await screen.findByRole('button', { name: 'Ajouter le créancier' }));
    fireEvent.change(await screen.findByRole('textbox', { name: /^ICS/ }), { target: { value: 'FR72ZZZ123456' } });
    fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(sent.mock.calls[0]?.[0]).toEqual({
      name: issuer.name,
      ics: 'FR72ZZZ123456',
      iban: issuer.iban,
      messageVersion: 'PAIN_008_001_08',
      leadDays: 3,
    });
  });

  it('says which mandates no longer hold, and puts a refusal at its field', async () => {
    serve({
      ...known,
      'PUT /payments/mandates/{paymentMandateId}': {
        status: 400,
        body: { key: 'iban.invalid', errors: [{ key: 'iban.invalid', field: 'iban' }] },
      },
    });
    const { container } = render();
    await openMandates();
    expect(screen.getByText('Caduc')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Anne Martin' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^IBAN/ })).toHaveAccessibleDescription(/IBAN/));
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it('shows what an import would do, and keeps nothing while a row is wrong', async () => {
    const sent = vi.fn();
    serve({
      ...known,
      'POST /payments/mandates/import/by-billing-entity/{entityId}/file': (_body, _path, { url }) => {
        sent(new URL(url).searchParams.get('dryRun'));
        return {
          body: {
            created: 1,
            unchanged: 0,
            rejected: 1,
            dryRun: true,
            rows: [
              { row: 2, outcome: 'CREATED', mandateId: 'A', debtorName: 'Anne' },
              { row: 3, outcome: 'REJECTED', mandateId: 'a', debtorName: 'Bob' },
            ],
            errors: [{ key: 'mandate.duplicate', row: 3, field: 'mandateId', params: { mandateId: 'a' } }],
          },
        };
      },
    });
    render();
    await openMandates();
    fireEvent.click(screen.getByRole('button', { name: 'Importer' }));
    const dialog = await screen.findByRole('dialog');
    const file = new File(['x'], 'mandats.csv', { type: 'text/csv' });
    fireEvent.change(within(dialog).getByLabelText(/Liste de mandats/), { target: { files: [file] } });
    expect(await within(dialog).findByText(/^Ligne 3, RUM\s: La RUM a est déjà prise/)).toBeVisible();
    expect(sent.mock.calls).toEqual([['true']]);
    expect(within(dialog).getByRole('link', { name: /modèle/ })).toHaveAttribute(
      'href',
      '/api/payments/mandates/import/by-billing-entity/i1/template',
    );
    expect(within(dialog).getByRole('button', { name: /^Importer/ })).toBeDisabled();
  });

  it('shows who may only read neither buttons nor forms', async () => {
    serve(known);
    render([]);
    await openMandates();
    expect(screen.queryByRole('button', { name: 'Ajouter un mandat' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Anne Martin' })).toBeNull();
  });
});
