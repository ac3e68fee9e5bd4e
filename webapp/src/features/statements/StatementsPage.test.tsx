import type { Schemas } from '@openpmo/sdk';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { StatementsPage } from './StatementsPage';

const operation = someOperation();

const draft: Schemas['ProducerStatement'] = {
  id: 's1',
  operationId: 'o1',
  producerId: 'p1',
  producerName: 'Lambert',
  billingEntityId: 'e1',
  billingEntityName: 'Jeanne Lambert',
  payerId: 'e2',
  payerName: 'Tanneurs ASBL',
  kind: 'STATEMENT',
  status: 'DRAFT',
  periodStart: '2026-10-01',
  periodEnd: '2026-10-31',
  language: 'fr',
  energyMilliWh: 680_750_000,
  netCents: 5446,
  vatCents: 0,
  amountCents: 5446,
  paymentStatus: 'PENDING',
  createdAt: '2026-11-06T08:00:00+01:00',
};
const published: Schemas['ProducerStatement'] = {
  ...draft,
  id: 's2',
  producerId: 'p2',
  producerName: 'Toits',
  kind: 'SELF_BILLED',
  status: 'PUBLISHED',
  number: 'TOI-A-2026-00001',
  vatCents: 1680,
  netCents: 8000,
  amountCents: 9680,
  issueDate: '2026-11-06',
  dueDate: '2026-12-06',
};
const owed: Schemas['OwedStatement'] = {
  id: 's2',
  number: 'TOI-A-2026-00001',
  producerId: 'p2',
  producerName: 'Toits',
  billingEntityName: 'Toits SRL',
  iban: 'BE71 •••• 6769',
  periodStart: '2026-10-01',
  periodEnd: '2026-10-31',
  dueDate: '2026-12-06',
  amountCents: 9680,
  paymentStatus: 'PENDING',
};
const lacking: Schemas['OwedStatement'] = {
  ...owed,
  id: 's3',
  number: 'REL-R-2026-00001',
  producerName: 'Lambert',
  problem: { key: 'payout.accountMissing', params: { names: ['Jeanne Lambert'] } },
};
const payout: Schemas['Payout'] = {
  id: 'l1',
  operationId: 'o1',
  payerName: 'Tanneurs ASBL',
  messageId: 'M1',
  messageVersion: 'PAIN_001_001_09',
  status: 'EXPORTED',
  executionDate: '2026-11-27',
  amountCents: 9680,
  statementCount: 1,
  paidCount: 0,
  returnedCount: 0,
  fileName: 'virements-2026-11-27.xml',
  createdAt: '2026-11-26T08:00:00+01:00',
};

const known = {
  'GET /operations/{operationId}/statements': { body: [draft, published] },
  'GET /operations/{operationId}/statements/{statementId}': {
    body: {
      ...published,
      lines: [
        { label: 'Énergie partagée', quantity: 1000, unit: 'KWH' as const, priceMicroEuro: 80000, netCents: 8000 },
      ],
    },
  },
  'GET /operations/{operationId}/statements/owed': { body: [owed, lacking] },
  'GET /operations/{operationId}/payouts': { body: [payout] },
  'GET /operations/{operationId}/payout-settings': { body: { messageVersion: 'PAIN_001_001_09' as const } },
  'GET /operations/{operationId}/statement-payments': { body: [] },
};

const everything = [
  'statement:read',
  'statement:create',
  'statement:publish',
  'statement:send',
  'statement:cancel',
  'statement:delete',
  'payout:read',
  'payout:export',
  'payout:update',
  'payout:cancel',
];
const render = (at = '', policy = everything) =>
  renderPage(
    <OperationContext value={operation}>
      <StatementsPage />
    </OperationContext>,
    { session: someSession({ policy }), path: `/${at}` },
  );

describe('StatementsPage', () => {
  it('says what each producer is owed, and of which months nothing can be stated', async () => {
    serve({
      ...known,
      'POST /operations/{operationId}/statements/draft': {
        body: {
          statements: [],
          refused: [
            {
              producerId: 'p2',
              producerName: 'Toits',
              periodStart: '2026-10-01',
              periodEnd: '2026-10-31',
              problem: { key: 'statement.mandateMissing', params: { name: 'Toits SRL' } },
            },
          ],
        },
      },
    });
    const { container } = render();
    expect(await screen.findByText('TOI-A-2026-00001')).toBeVisible();
    expect(screen.getAllByText(/^151,26/).length).toBe(1);
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Préparer les relevés' }));
    expect(await screen.findByText(/Toits SRL est redevable de la TVA/)).toBeVisible();
  });

  it('asks before drafts get their numbers', async () => {
    const sent = vi.fn();
    serve({
      ...known,
      'POST /operations/{operationId}/statements/publish': (body) => {
        sent(body);
        return { body: { results: [{ id: 's1', status: 'SUCCESS' }] } };
      },
    });
    render();
    fireEvent.click(await screen.findByRole('checkbox', { name: /Lambert/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Publier 1 brouillon' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('54,46');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Publier' }));
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(sent.mock.calls[0]?.[0]).toEqual({ ids: ['s1'] });
  });

  it('orders what can be paid, and leaves out what lacks an account', async () => {
    const sent = vi.fn();
    serve({
      ...known,
      'POST /operations/{operationId}/payouts': (body) => {
        sent(body);
        return { status: 409, body: { key: 'payout.alreadyOrdered', params: { numbers: ['TOI-A-2026-00001'] } } };
      },
    });
    render('?tab=owed');
    expect(await screen.findByText('Incomplet')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: /^Exporter 1 virement/ }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Exporter' }));
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(sent.mock.calls[0]?.[0]).toMatchObject({ ids: ['s2'] });
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Déjà dans une liste de virements');
  });

  it('takes a list back that the bank was not given', async () => {
    const gone = vi.fn();
    serve({
      ...known,
      'POST /operations/{operationId}/payouts/{payoutId}/cancel': () => {
        gone();
        return { body: { ...payout, status: 'CANCELLED' } };
      },
    });
    render('?tab=payouts');
    fireEvent.click(await screen.findByRole('button', { name: /^Actions sur Virements du/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Annuler la liste' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Annuler la liste' }));
    await waitFor(() => expect(gone).toHaveBeenCalledOnce());
  });

  it('lets who only reads change nothing', async () => {
    serve(known);
    render('', ['statement:read']);
    expect(await screen.findByText('TOI-A-2026-00001')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Préparer les relevés' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('tab', { name: 'À payer' })).toBeNull();
  });
});
