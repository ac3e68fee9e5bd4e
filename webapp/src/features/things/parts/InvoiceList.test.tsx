import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { renderPage, someOperation, someSession } from '../../../test/render';
import { serve } from '../../../test/server';
import type { Invoice } from '../queries';
import { InvoiceList } from './InvoiceList';

const invoice: Invoice = {
  id: 'i1',
  operationId: 'o',
  type: 'INVOICE',
  status: 'FINALIZED',
  number: 'COM-2026-00001',
  paymentStatus: 'PENDING',
  periodStart: '2026-10-01',
  periodEnd: '2026-10-31',
  billingEntity: { id: 'e1', name: 'Commune' },
  billableEntity: { id: 'c1', name: 'CCAS' },
  netCents: 10_000,
  vatCents: 2_000,
  amountCents: 12_000,
  cancelled: false,
  cancellable: true,
  hasDocument: true,
  overdue: false,
  createdAt: '2026-11-06T08:00:00+01:00',
};

it('leads to all invoices of a client by a filter of the server', async () => {
  const operation = someOperation({ features: ['billing', 'invoices'] });
  serve({
    'GET /operations/{operationId}/billing/invoices': (_sent, _path, request) => {
      expect(new URL(request.url).searchParams.get('billableEntityId')).toBe('c1');
      return { body: [invoice], total: 7 };
    },
  });
  renderPage(
    <OperationContext value={operation}>
      <InvoiceList of={{ billableEntityId: 'c1' }} narrowed={{ client: 'c1' }} />
    </OperationContext>,
    { session: someSession({ policy: ['invoices:visit'] }) },
  );
  expect(await screen.findByRole('link', { name: 'COM-2026-00001' })).toHaveAttribute(
    'href',
    `/pmo/operations/${operation.id}/invoices/i1`,
  );
  const paths = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(paths).toContain(`/pmo/operations/${operation.id}/billing/invoices?tab=published&client=c1`);
});
