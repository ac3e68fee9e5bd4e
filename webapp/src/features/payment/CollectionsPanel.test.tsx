import type { Schemas } from '@openpmo/sdk';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../api/operations';
import { saveBlob } from '../../design/files';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve, someProblem } from '../../test/server';
import { CollectionsPanel } from './CollectionsPanel';

vi.mock('../../design/files', () => ({ saveBlob: vi.fn() }));

const operation = someOperation();

const waiting = (
  id: string,
  issuer: string,
  change: Partial<Schemas['CollectableInvoice']> = {},
): Schemas['CollectableInvoice'] => ({
  id,
  number: `COM-${id}`,
  billingEntityId: issuer,
  billingEntityName: `Émetteur ${issuer}`,
  billableEntityId: 'c',
  billableEntityName: 'Anne Martin',
  amountCents: 1250,
  periodStart: '2026-10-01',
  periodEnd: '2026-10-31',
  dueDate: '2026-12-22',
  paymentStatus: 'PENDING',
  creditorId: 'k',
  collectionDate: '2026-12-22',
  ...change,
});

const collection: Schemas['Collection'] = {
  id: 'c1',
  operationId: operation.id,
  creditorId: 'k',
  creditorName: 'Régie',
  billingEntityName: 'Régie',
  ics: 'FR72ZZZ123456',
  status: 'EXPORTED',
  messageId: 'm',
  firstCollectionDate: '2026-11-23',
  lastCollectionDate: '2026-11-23',
  month: '2026-09',
  amountCents: 9900,
  invoiceCount: 3,
  paidCount: 0,
  returnedCount: 0,
  fileName: 'sepa-regie-2026-09.xml',
  createdAt: '2026-11-02T10:00:00+01:00',
  createdByName: 'Olivia Organise',
};

const refused = {
  problem: {
    key: 'error.payment.mandate.not_found',
    params: { debtors: ['Béa'] },
    detail: 'Mandat absent',
  },
};

const render = (policy = ['collection:export', 'collection:cancel']) =>
  renderPage(
    <OperationContext value={operation}>
      <CollectionsPanel />
    </OperationContext>,
    { session: someSession({ policy }) },
  );

const known = {
  'GET /operations/{operationId}/payments/hand-overs': { body: { handOvers: [], returned: [] } },
  'GET /operations/{operationId}/payments/collectable': {
    body: [
      waiting('1', 'a'),
      waiting('2', 'b'),
      waiting('3', 'a', refused),
      waiting('4', 'a', { periodEnd: '2026-09-30' }),
    ],
  },
  'GET /operations/{operationId}/payments/collections': { body: [collection] },
};

describe('CollectionsPanel', () => {
  beforeEach(() => vi.mocked(saveBlob).mockClear());

  it('exports a file for each issuer, skips one that fails and tells which', async () => {
    const sent: unknown[] = [];
    serve({
      ...known,
      'POST /payments/sepa/by-billing-entity/{entityId}': (body) => {
        sent.push(body);
        return (body as { invoicesIds: string[] }).invoicesIds[0] === '2'
          ? { status: 409, body: { key: 'sepa.alreadyCollected', params: { numbers: ['COM-2'] } } }
          : { file: { type: 'application/xml', name: 'sepa-a-2026-10.xml', text: '<Document/>' } };
      },
    });
    const { container } = render();
    expect(await screen.findByText('Mandat à compléter')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: /^Exporter 3 factures · 37,50/ }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/1 fichier n’a pas été établi/);
    expect(alert).toHaveTextContent(/Émetteur b.*COM-2/);
    expect(sent).toEqual([{ invoicesIds: ['1', '4'] }, { invoicesIds: ['2'] }]);
    expect(saveBlob).toHaveBeenCalledOnce();
  });

  it('says who exported what, and takes back what the bank was not given', async () => {
    const cancelled = vi.fn();
    serve({
      ...known,
      'POST /payments/collections/{collectionId}/cancel': () => {
        cancelled();
        return { body: { ...collection, status: 'CANCELLED' } };
      },
    });
    render();
    expect(await screen.findByText('Olivia Organise')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: /sepa-regie-2026-09\.xml/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Annuler le prélèvement' }));
    const dialog = screen.getByRole('dialog');
    expect(dialog).toHaveTextContent(/les 3 factures pourront être prélevées à nouveau/);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Annuler le prélèvement' }));
    await waitFor(() => expect(cancelled).toHaveBeenCalledOnce());
  });

  it('shows who may only read no button', async () => {
    serve(known);
    render([]);
    await screen.findByText('Mandat à compléter');
    expect(screen.queryByRole('button', { name: /^Exporter 3/ })).toBeNull();
  });

  it('hands a file over to the bank once, and shows the receipt', async () => {
    let handOvers: Schemas['HandOver'][] = [];
    const sent = vi.fn();
    serve({
      ...known,
      'GET /operations/{operationId}/payments/collections': { body: [collection] },
      'GET /operations/{operationId}/payments/hand-overs': () => ({
        body: {
          place: 'sftp',
          handOvers,
          returned: [
            {
              id: 'r',
              name: 'camt.xml',
              sha256: 'b',
              takenAt: '2026-11-03T10:00:00+01:00',
              problem: { ...someProblem('bankFile.accountUnknown', { iban: 'FR76', fileName: 'camt.xml' }) },
            },
          ],
        },
      }),
      'POST /payments/collections/{collectionId}/hand-over': (_, path) => {
        sent(path.collectionId);
        const done: Schemas['HandOver'] = {
          collectionId: 'c1',
          place: 'sftp',
          fileName: 'sepa-m.xml',
          sha256: 'abc',
          state: 'DONE',
          attempts: 1,
          askedAt: '2026-11-02T11:00:00+01:00',
          doneAt: '2026-11-02T11:00:30+01:00',
        };
        handOvers = [done];
        return { body: done };
      },
    });
    render(['collection:send', 'collection:cancel']);
    const menu = await screen.findByRole('button', { name: 'Actions sur sepa-regie-2026-09.xml' });
    expect(await screen.findByText(/camt\.xml/)).toBeVisible();
    fireEvent.click(menu);
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remettre à la banque' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remettre à la banque' }));
    expect(await screen.findByText(/^Remis le/)).toBeVisible();
    expect(sent).toHaveBeenCalledExactlyOnceWith('c1');
  });
});
