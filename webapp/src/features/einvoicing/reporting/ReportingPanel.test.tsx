import type { Schemas } from '@openpmo/sdk';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../../test/render';
import { serve } from '../../../test/server';
import { ReportingPanel } from './ReportingPanel';

const operation = someOperation();

const period: Schemas['EReportingPeriod'] = {
  periodStart: '2027-09-01',
  periodEnd: '2027-10-31',
  dueDate: '2027-11-30',
  state: 'DUE',
  invoices: 1,
  netCents: 18432,
  vatCents: 3686,
  reports: [],
};

const seller: Schemas['EReportingSeller'] = {
  billingEntityId: 'i1',
  name: 'Commune de Bourg',
  legalNumber: '217400563',
  settings: {
    regime: 'FRANCHISE',
    untaxed: 'TNT1',
    dayOf: 'PERIOD_END',
    since: '2027-09-01',
    platformCode: '0999',
  },
  version: 1,
  hiddenOperations: 0,
  periods: [period],
};

const entry = {
  operationId: operation.id,
  type: 'INVOICE',
  issueDate: '2027-11-05',
  day: '2027-10-31',
  netCents: 18432,
  vatCents: 3686,
} as const;

const preview: Schemas['EReportingPreview'] = {
  billingEntityId: 'i1',
  name: seller.name,
  legalNumber: seller.legalNumber,
  hiddenOperations: 0,
  period,
  rows: [
    {
      day: '2027-10-31',
      category: 'TLB1',
      transactions: 1,
      netCents: 18432,
      vatCents: 3686,
      rates: [{ percentageVat: 20, netCents: 18432, vatCents: 3686 }],
    },
  ],
  included: [{ ...entry, invoiceId: 'v1', number: 'COM-1', clientName: 'Martin', flow: 'CONSUMERS' }],
  excluded: [{ ...entry, invoiceId: 'v2', number: 'COM-2', clientName: 'Boulangerie', reason: 'BUSINESS' }],
};

const session = someSession({ policy: ['einvoicing:read', 'einvoicing:update', 'einvoicing:send'] });
const panel = (who = session) =>
  renderPage(
    <OperationContext value={operation}>
      <ReportingPanel />
    </OperationContext>,
    { session: who },
  );

describe('what the administration is told', () => {
  it('shows what is in and what is out and why, and tells a period by the platform', async () => {
    const told = vi.fn();
    serve({
      'GET /operations/{operationId}/einvoicing/e-reporting': { body: [seller] },
      'GET /operations/{operationId}/einvoicing/e-reporting/{entityId}/{periodStart}': { body: preview },
      'POST /operations/{operationId}/einvoicing/e-reporting/{entityId}/{periodStart}/send': (body) => {
        told(body);
        return { body: preview };
      },
    });
    const { container } = panel();
    expect(await screen.findByText('À déclarer')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: /octobre 2027|oct/i }));
    expect(await screen.findByText(/Entreprise : la facture électronique suffit/)).toBeVisible();
    expect(screen.getByText(/Client non assujetti, par jour/)).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Déclarer par la plateforme' }));
    await waitFor(() => expect(told).toHaveBeenCalledWith({ correct: false, byHand: false }));
  });

  it('lists a period of which there is nothing to tell, without a last day, and offers nothing for it', async () => {
    const empty = {
      ...period,
      periodStart: '2027-07-01',
      periodEnd: '2027-08-31',
      dueDate: '2027-09-30',
      state: 'NOTHING',
      invoices: 0,
      netCents: 0,
      vatCents: 0,
    } as const;
    serve({
      'GET /operations/{operationId}/einvoicing/e-reporting': { body: [{ ...seller, periods: [period, empty] }] },
      'GET /operations/{operationId}/einvoicing/e-reporting/{entityId}/{periodStart}': {
        body: { ...preview, period: empty, rows: [], included: [], excluded: [] },
      },
    });
    panel();
    expect(await screen.findByText('Rien à déclarer')).toBeVisible();
    expect(screen.getByText(/30 nov/)).toBeVisible();
    expect(screen.queryByText(/30 sept/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /juil/i }));
    expect(await screen.findByText(/aucune déclaration vide n’est due/)).toBeVisible();
    for (const name of ['Télécharger le fichier', 'Déclarer par la plateforme', 'Noter la remise à la main'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('asks for the regime that nobody told, and keeps it', async () => {
    const kept = vi.fn();
    const { regime: _, ...unsaid } = seller.settings;
    serve({
      'GET /operations/{operationId}/einvoicing/e-reporting': {
        body: [
          {
            ...seller,
            settings: unsaid,
            version: 0,
            periods: [],
            problem: {
              key: 'ereport.regime',
              params: { name: seller.name },
              status: 409,
              title: '',
              type: '',
              requestId: '',
            },
          },
        ],
      },
      'PUT /operations/{operationId}/einvoicing/e-reporting/{entityId}': (body) => {
        kept(body);
        return { body: seller.settings };
      },
    });
    panel();
    expect(await screen.findByText(/Indiquez le régime de TVA de Commune de Bourg/)).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Régler' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(screen.getAllByText(/obligatoire|requis/i).length).toBeGreaterThan(0));
    expect(kept).not.toHaveBeenCalled();
    const since = screen.getByLabelText(/Déclarer les ventes depuis le/);
    fireEvent.change(since, { target: { value: '' } });
    fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findAllByText(/Déclarer les ventes depuis le : Ce champ est obligatoire/)).toHaveLength(1);
    expect(since).toHaveValue('');
    fireEvent.change(since, { target: { value: '2027-09-01' } });
    fireEvent.mouseDown(screen.getByRole('combobox', { name: /Régime de TVA/ }));
    fireEvent.click(await screen.findByRole('option', { name: /Franchise en base/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(kept).toHaveBeenCalledOnce());
    expect(kept.mock.calls[0]?.[0]).toMatchObject({ regime: 'FRANCHISE', since: '2027-09-01' });
  });

  it('offers nothing to who may only read', async () => {
    serve({
      'GET /operations/{operationId}/einvoicing/e-reporting': { body: [seller] },
      'GET /operations/{operationId}/einvoicing/e-reporting/{entityId}/{periodStart}': { body: preview },
    });
    panel(someSession({ policy: ['einvoicing:read'] }));
    fireEvent.click(await screen.findByRole('button', { name: /octobre 2027|oct/i }));
    expect(await screen.findByRole('button', { name: 'Télécharger le fichier' })).toBeVisible();
    for (const name of ['Régler', 'Déclarer par la plateforme', 'Noter la remise à la main'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});
