import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { accessibilityProblems, renderPage, someOperation } from '../../../test/render';
import { serve } from '../../../test/server';
import type { ReviewItem } from '../queries';
import { RunReview } from './RunReview';

const operation = someOperation();
const item = (part: Partial<ReviewItem>): ReviewItem => ({
  kind: 'USUAL',
  billingEntityId: 'i1',
  billingEntityName: 'Commune',
  billableEntityId: 'c1',
  billableEntityName: 'Martin',
  periodStart: '2026-11-01',
  periodEnd: '2026-11-30',
  ...part,
});

describe('RunReview', () => {
  it('has exceptions first, and its filter in the address', async () => {
    const asked = vi.fn();
    const all = [
      item({
        kind: 'FAILED',
        billableEntityId: 'c2',
        billableEntityName: 'CCAS',
        problem: { key: 'measurements.missing', params: { date: '2026-11-03' } },
      }),
      item({
        kind: 'UNUSUAL',
        billableEntityId: 'c3',
        billableEntityName: 'Boulangerie',
        invoiceId: 'f3',
        amountCents: 55_000,
        changeRate: 1.02,
      }),
      item({ invoiceId: 'f1', amountCents: 4_700 }),
    ];
    serve({
      'GET /operations/{operationId}/billing/run/{runId}/review': (_sent, _path, request) => {
        const kind = new URL(request.url).searchParams.get('kind');
        asked(kind);
        const items = kind ? all.filter((one) => one.kind === kind) : all;
        return {
          body: {
            runId: 'r1',
            billUpTo: '2026-11-30',
            counts: { failed: 1, zero: 0, gone: 0, new: 0, unusual: 1, usual: 1 },
            items,
            itemsNumber: items.length,
          },
        };
      },
    });
    const { container } = renderPage(
      <OperationContext value={operation}>
        <RunReview operationId={operation.id} runId="r1" />
      </OperationContext>,
    );
    expect(await screen.findByText(/Données définitives absentes/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Tous (3)' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByRole('button', { name: /Disparus/ })).not.toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: /^± 50/ }));
    await waitFor(() => expect(screen.queryByText('CCAS')).not.toBeInTheDocument());
    expect(screen.getByText('Boulangerie')).toBeVisible();
    expect(asked.mock.calls.map(([kind]) => kind)).toEqual([null, 'UNUSUAL']);
  });

  it('says that nothing is unusual instead of listing everything twice', async () => {
    serve({
      'GET /operations/{operationId}/billing/run/{runId}/review': {
        body: {
          runId: 'r1',
          billUpTo: '2026-11-30',
          counts: { failed: 0, zero: 0, gone: 0, new: 0, unusual: 0, usual: 1 },
          items: [item({ invoiceId: 'f1', amountCents: 4_700 })],
          itemsNumber: 1,
        },
      },
    });
    renderPage(
      <OperationContext value={operation}>
        <RunReview operationId={operation.id} runId="r1" />
      </OperationContext>,
    );
    expect(await screen.findByText(/Rien d’inhabituel/)).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });
});
