import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../../test/render';
import { type Answers, serve } from '../../../test/server';
import { CorrectionsPanel } from './CorrectionsPanel';
import type { Correction } from './queries';

const operation = someOperation();

const correction = (part: Partial<Correction> = {}): Correction => ({
  id: 'k1',
  state: 'OPEN',
  invoiceId: 'i1',
  invoiceNumber: 'COM-2026-0001',
  billingEntityId: 'e1',
  billingEntityName: 'Commune',
  billableEntityId: 'c1',
  billableEntityName: 'École',
  periodStart: '2026-10-01',
  periodEnd: '2026-10-31',
  before: { energyMilliWh: 120_000_000, netCents: 1200 },
  after: { energyMilliWh: 90_000_000, netCents: 900 },
  amountCents: 1440,
  amountAfterCents: 1080,
  priced: true,
  paidCents: 1440,
  pairs: [
    {
      consumerId: 's1',
      consumerName: 'École',
      producerId: 'p1',
      producerName: 'Toit',
      before: { energyMilliWh: 60_000_000, netCents: 600 },
      after: { energyMilliWh: 30_000_000, netCents: 300 },
    },
    {
      consumerId: 's1',
      consumerName: 'École',
      producerId: 'p2',
      producerName: 'Hangar',
      before: { energyMilliWh: 60_000_000, netCents: 600 },
      after: { energyMilliWh: 60_000_000, netCents: 600 },
    },
  ],
  heldDraftsNumber: 2,
  foundAt: '2026-11-20T08:00:00Z',
  seenAt: '2026-11-20T08:00:00Z',
  ...part,
});

const open = (
  list: Correction[],
  answers: Answers = {},
  policy = ['correction:read', 'correction:update'],
  at = '/',
) => {
  const calls = serve({
    'GET /operations/{operationId}/billing/corrections': { body: list },
    'GET /operations/{operationId}/billing/correction-settings': { body: { thresholdCents: 100 } },
    ...answers,
  } as Answers);
  const page = renderPage(
    <OperationContext value={operation}>
      <CorrectionsPanel />
    </OperationContext>,
    { session: someSession({ policy }), path: at },
  );
  return { calls, ...page };
};

describe('CorrectionsPanel', () => {
  it('tells what was billed and what would be, pair by pair, and corrects what is chosen', async () => {
    const sent = vi.fn();
    const { container } = open([correction(), correction({ id: 'k2', state: 'RECORDED', invoiceNumber: 'COM-2' })], {
      'POST /operations/{operationId}/billing/corrections/correct': (body) => {
        sent(body);
        return { body: { results: [{ id: 'k1', status: 'SUCCESS' }] } };
      },
    });
    expect(await screen.findByText(/14,40/)).toHaveTextContent('−3,60');
    expect(screen.queryByText(/COM-2 /)).not.toBeInTheDocument();
    expect(screen.getByText(/2 brouillons d’autres vendeurs/)).toBeInTheDocument();
    expect(screen.getByText(/École · Toit/)).toHaveTextContent(/6,00.*3,00/);
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('checkbox', { name: /COM-2026-0001/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Corriger' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/est dû au client/)).toHaveTextContent('14,40');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Corriger' }));
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith({ ids: ['k1'], reason: 'Données du gestionnaire de réseau corrigées' }),
    );
  });

  it('says that it is network costs that changed, and by how much', async () => {
    const [pair, other] = correction().pairs;
    if (!pair || !other) throw new Error('no pair');
    const pairs = [
      { ...pair, before: { ...pair.before, costsCents: 904 }, after: { ...pair.after, costsCents: 1500 } },
      other,
    ];
    open([correction({ costsDiffer: true, pairs })]);
    expect(await screen.findByText(/^Frais de réseau/)).toHaveTextContent(/9,04.*15,00/);
    expect(screen.getByText(/dont frais de réseau/)).toBeInTheDocument();
    cleanup();
    open([correction()]);
    await screen.findByText(/14,40/);
    expect(screen.queryByText(/rais de réseau/)).toBeNull();
  });

  it('leaves an invoice as it is with a reason only', async () => {
    const sent = vi.fn();
    open([correction()], {
      'POST /operations/{operationId}/billing/corrections/keep': (body) => {
        sent(body);
        return { body: { results: [{ id: 'k1', status: 'SUCCESS' }] } };
      },
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: /COM-2026-0001/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Laisser' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('button', { name: 'Laisser' })).toBeDisabled();
    fireEvent.change(within(dialog).getByLabelText(/Motif/), { target: { value: 'Accepté' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Laisser' }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ ids: ['k1'], reason: 'Accepté' }));
  });

  it('only tells those who may not decide, and is not there where there is nothing', async () => {
    const { unmount } = open([correction()], {}, ['correction:read']);
    expect(await screen.findByText(/14,40/)).toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Changer le seuil' })).not.toBeInTheDocument();
    unmount();
    const { calls } = open([]);
    await waitFor(() => expect(calls.length).toBe(2));
    expect(screen.queryByText('Corrections de factures émises')).not.toBeInTheDocument();
  });
});
