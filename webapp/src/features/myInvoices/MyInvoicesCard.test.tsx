import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as files from '../../design/files';
import { someSite } from '../../test/records';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { type Answers, serve } from '../../test/server';
import { MyInvoicesCard } from './MyInvoicesCard';
import type { Invoice } from './ownInvoices';

afterEach(() => {
  vi.restoreAllMocks();
});

const operation = someOperation();
const elsewhere = someOperation({ id: `${operation.id.slice(0, -2)}bb`, name: 'Bois' });
const site = (id: string, of = operation) => ({ participant: someSite({ id }), operation: of });
const list = 'GET /participants/{participantId}/billing/invoices';
const asks = (siteId: string) => list.replace('{participantId}', siteId);

const invoice = (n: number, part: Partial<Invoice> = {}): Invoice => ({
  id: `id-${n}`,
  operationId: operation.id,
  type: 'INVOICE',
  number: `SOL-${n}`,
  status: 'FINALIZED',
  paymentStatus: 'PENDING',
  periodStart: `2026-0${n}-01`,
  periodEnd: `2026-0${n}-28`,
  dueDate: '2026-12-06',
  billingEntity: { id: 'i', name: 'Régie' },
  billableEntity: { id: 'c', name: 'Boulangerie' },
  netCents: 100 * n,
  vatCents: 0,
  amountCents: 100 * n,
  cancelled: false,
  hasDocument: true,
  overdue: false,
  side: 'RECEIVED',
  holds: true,
  createdAt: '2026-11-06T08:00:00+01:00',
  ...part,
});

const numbers = () => screen.queryAllByRole('listitem').map((row) => /SOL-\d/.exec(row.textContent ?? '')?.[0]);

function open(answers: Answers, operationId?: string) {
  const asked = serve(answers);
  const session = someSession({ role: 'participant', policy: ['invoice:readOwn'] });
  return { ...renderPage(<MyInvoicesCard operationId={operationId} />, { session }), asked };
}

describe('MyInvoicesCard', () => {
  it('shows number, issuer, period, due date, payment and amount', async () => {
    const { container } = open({
      'GET /participants/by-jwt': { body: [site('s1')] },
      [list]: { body: [invoice(9, { paymentStatus: 'SUCCEEDED', amountCents: 1033 })] },
    });
    const row = await screen.findByRole('listitem');
    for (const text of [
      'SOL-9',
      'Émise par Régie',
      '1er–28 sept. 2026',
      'Échéance le 6 déc. 2026',
      'Payée',
      /10,33.€/,
    ]) {
      expect(within(row).getByText(text)).toBeVisible();
    }
    expect(screen.queryByRole('button', { name: 'Toutes mes factures' })).toBeNull();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('shows five of them, and all when asked', async () => {
    const invoices = [7, 6, 5, 4, 3, 2, 1].map((n) => invoice(n));
    open({ 'GET /participants/by-jwt': { body: [site('s1')] }, [list]: { body: invoices } });
    const toggle = await screen.findByRole('button', { name: 'Toutes mes factures', expanded: false });
    expect(numbers()).toEqual(['SOL-7', 'SOL-6', 'SOL-5', 'SOL-4', 'SOL-3']);
    fireEvent.click(toggle);
    await waitFor(() => expect(numbers()).toHaveLength(7));
    fireEvent.click(screen.getByRole('button', { name: 'Réduire la liste', expanded: true }));
    expect(numbers()).toHaveLength(5);
  });

  it('keeps to the operation of the page', async () => {
    const answers: Answers = {
      'GET /participants/by-jwt': { body: [site('s1'), site('s2', elsewhere)] },
      [list]: (_, { participantId }) => ({ body: [invoice(participantId === 's1' ? 8 : 9)] }),
    };
    const { asked, unmount } = open(answers, operation.id);
    await waitFor(() => expect(numbers()).toEqual(['SOL-8']));
    expect(asked).not.toContain(asks('s2'));
    unmount();
    open(answers);
    await waitFor(() => expect(numbers()).toEqual(['SOL-9', 'SOL-8']));
    expect(screen.getByText('Émise par Régie · Bois')).toBeVisible();
  });

  it('says that there is none yet', async () => {
    open({ 'GET /participants/by-jwt': { body: [site('s1')] }, [list]: { body: [] } });
    expect(await screen.findByText('Aucune facture pour l’instant')).toBeVisible();
  });

  it('is not there without billing, and asks only where there is some', async () => {
    const old = someOperation({ id: `${operation.id.slice(0, -2)}cc`, features: ['metrics', 'oldBilling'] });
    const first = open({ 'GET /participants/by-jwt': { body: [site('s1', old)] } });
    await waitFor(() => expect(first.asked).toContain('GET /participants/by-jwt'));
    await waitFor(() => expect(first.queries.isFetching()).toBe(0));
    expect(screen.queryByRole('heading', { name: 'Mes factures' })).toBeNull();
    expect(first.asked).not.toContain(asks('s1'));
    first.unmount();
    const brussels = someOperation({ id: `${operation.id.slice(0, -2)}dd`, dso: 'SIBELGA', features: ['billing'] });
    const second = open({
      'GET /participants/by-jwt': { body: [site('s1', old), site('s2', elsewhere), site('s3', brussels)] },
      [list]: (_, { participantId }) => ({ body: [invoice(participantId === 's2' ? 4 : 5)] }),
    });
    await waitFor(() => expect(numbers()).toEqual(['SOL-5', 'SOL-4']));
    expect(second.asked).not.toContain(asks('s1'));
  });

  it('keeps a failure to itself, with a way to try again', async () => {
    let broken = true;
    open({
      'GET /participants/by-jwt': { body: [site('s1')] },
      [list]: () => (broken ? { status: 500, body: { key: 'internal', requestId: 'r-1' } } : { body: [invoice(4)] }),
    });
    expect(await screen.findByText('Code : internal · r-1')).toBeVisible();
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    await waitFor(() => expect(numbers()).toEqual(['SOL-4']));
  });

  it('saves the document under the name that the server gives', async () => {
    const save = vi.spyOn(files, 'saveBlob').mockImplementation(() => {});
    const { asked } = open({
      'GET /participants/by-jwt': { body: [site('s1')] },
      [list]: { body: [invoice(9)] },
      'GET /participants/{participantId}/billing/invoices/{invoiceId}/download': {
        file: { type: 'application/pdf', name: 'facture-SOL-9.pdf', text: '%PDF' },
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Télécharger le PDF\u00a0: SOL-9' }));
    await waitFor(() => expect(save).toHaveBeenCalledWith(expect.anything(), 'facture-SOL-9.pdf'));
    expect(asked).toContain(`${asks('s1')}/id-9/download`);
  });
});
