import type { Schemas } from '@openpmo/sdk';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve as serveOnly, someProblem } from '../../test/server';
import { BillRunsPage } from './BillRunsPage';
import type { BillRun, Invoice } from './queries';

/** The list of all runs stands below the latest one. */
const serve: typeof serveOnly = (replies) =>
  serveOnly({ 'GET /operations/{operationId}/billing/runs': { body: earlier }, ...replies });

const earlier: Schemas['BillRunSummary'][] = [
  {
    id: 'r0',
    status: 'SUCCESS',
    createdAt: '2026-10-06T08:00:00+02:00',
    billUpTo: '2026-09-30',
    mode: 'ASYNC',
    invoicesNumber: 3,
    failuresNumber: 1,
    amountCents: 56_596,
  },
];

const operation = someOperation({ jdbToggle: true });
const base = `/operations/${operation.id}/billing`;
const policy = ['run:read', 'run:run', 'invoice:publish', 'billing:visit'];

const item = (client: string, part: Partial<BillRun['invoices'][number]> = {}): BillRun['invoices'][number] => ({
  status: 'SUCCESS',
  billingEntityId: 'i',
  billingEntityName: 'Commune',
  billableEntityId: client,
  billableEntityName: client,
  periodStart: '2026-10-01',
  periodEnd: '2026-10-31',
  amountCents: 17_003,
  ...part,
});

function run(invoices: BillRun['invoices']): BillRun {
  const count = (status: string) => invoices.filter((one) => one.status === status).length;
  const pending = count('PENDING');
  return {
    id: 'r1',
    kind: 'billRun',
    status: pending > 0 ? 'PENDING' : 'SUCCESS',
    progress: { pending, success: count('SUCCESS'), failure: count('FAILURE'), total: invoices.length },
    createdAt: '2026-11-06T08:00:00+01:00',
    billUpTo: '2026-10-31',
    mode: 'ASYNC',
    invoices,
  };
}

const draft: Invoice = {
  id: 'd1',
  operationId: operation.id,
  type: 'INVOICE',
  status: 'DRAFT',
  paymentStatus: 'PENDING',
  periodStart: '2026-10-01',
  periodEnd: '2026-10-31',
  billingEntity: { id: 'i', name: 'Commune' },
  billableEntity: { id: 'CCAS', name: 'CCAS' },
  netCents: 14_169,
  vatCents: 2_834,
  amountCents: 17_003,
  cancelled: false,
  cancellable: true,
  hasDocument: true,
  overdue: false,
  createdAt: '2026-11-06T08:00:00+01:00',
};

/** What a run would bill: nobody. */
const proposal: Schemas['BillRunCheck'] = {
  billUpTo: '2026-10-31',
  proposedBillUpTo: '2026-10-31',
  overwrittenDrafts: 0,
  subscriptionsNumber: 1,
  clients: [],
};

const render = () =>
  renderPage(
    <OperationContext value={operation}>
      <BillRunsPage />
    </OperationContext>,
    { session: someSession({ policy }) },
  );

const incomplete = item('Boulangerie', {
  status: 'FAILURE',
  key: 'measurements.incomplete',
  params: { days: ['2026-10-14'] },
  error: 'Incomplete measurements for the following days: 2026-10-14',
});

afterEach(() => vi.useRealTimers());

describe('BillRunsPage', () => {
  it('follows a pending run each second, and stops when nothing is pending', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let status: 'PENDING' | 'SUCCESS' = 'PENDING';
    const calls = serve({
      'GET /operations/{operationId}/billing/run/last': () => ({
        body: run([item('CCAS'), item('Martin', { status })]),
      }),
      'GET /operations/{operationId}/billing/invoices': { body: [draft] },
    });
    render();
    expect(await screen.findByText('Campagne en cours, jusqu’au 31/10/2026')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Lancer une campagne' })).toBeDisabled();
    const asked = () => calls.filter((call) => call.endsWith('/run/last')).length;
    const before = asked();
    await act(() => vi.advanceTimersByTimeAsync(3200));
    // Time passes too while a busy machine draws: at least so often.
    expect(asked()).toBeGreaterThanOrEqual(before + 3);
    status = 'SUCCESS';
    await act(() => vi.advanceTimersByTimeAsync(1200));
    expect(await screen.findByText(/Dernière campagne/)).toBeVisible();
    const last = asked();
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(asked()).toBe(last);
  });

  it('lists every run with what it made, each a way to its page', async () => {
    serve({
      'GET /operations/{operationId}/billing/run/last': { body: run([item('CCAS')]) },
      'GET /operations/{operationId}/billing/invoices': { body: [] },
    });
    render();
    const table = await screen.findByRole('table', { name: 'Toutes les campagnes' });
    const line = within(table).getAllByRole('row')[1] as HTMLElement;
    expect(within(line).getByRole('link')).toHaveAttribute('href', `/pmo/operations/${operation.id}/runs/r0`);
    expect(line).toHaveTextContent(/30\/09\/2026.*3.*1.*565,96/);
  });

  it('says exactly why a client failed, what to do, and where', async () => {
    serve({
      'GET /operations/{operationId}/billing/run/last': { body: run([item('CCAS'), incomplete]) },
      'GET /operations/{operationId}/billing/invoices': { body: [draft] },
    });
    const { container } = render();
    expect(
      await screen.findByText(
        'Données définitives absentes sur les jours suivants : 14/10/2026, veuillez transmettre le message d’erreur ci-dessus au support',
      ),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Voir les données' })).toHaveAttribute(
      'href',
      `/pmo/operations/${operation.id}/dashboard?from=2026-10-01&to=2026-10-31`,
    );
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '1 réussie, 1 en échec, 0 en attente');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('publishes the drafts of the run only after the totals were confirmed', async () => {
    const asked = serve({
      'GET /operations/{operationId}/billing/run/last': { body: run([item('CCAS')]) },
      'GET /operations/{operationId}/billing/invoices': { body: [draft] },
      'POST /operations/{operationId}/billing/invoices/publish': (body) =>
        body.ids?.join() === 'd1'
          ? { body: { results: [{ id: 'd1', status: 'SUCCESS' }] } }
          : { status: 400, body: { key: 'internal' } },
    });
    render();
    fireEvent.click(await screen.findByRole('button', { name: 'Publier la facture' }));
    expect(await screen.findByRole('dialog')).toHaveTextContent(/170,03.€.*TTC · 141,69.€ HT, 28,34.€ de TVA/);
    expect(asked).not.toContain(`POST ${base}/invoices/publish`);
    fireEvent.click(screen.getByRole('button', { name: 'Publier la facture' }));
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent(/1 facture publiée, 170,03.€ TTC/));
  });

  it('says that another tab has published, and reads the drafts again', async () => {
    let published = false;
    serve({
      'GET /operations/{operationId}/billing/run/last': { body: run([item('CCAS')]) },
      'GET /operations/{operationId}/billing/invoices': () => ({ body: published ? [] : [draft] }),
      'POST /operations/{operationId}/billing/invoices/publish': () => {
        published = true;
        const problem = someProblem('invoice.notDraft', { status: 'FINALIZED' });
        return { body: { results: [{ id: 'd1', status: 'FAILURE', problem }] } };
      },
    });
    render();
    fireEvent.click(await screen.findByRole('button', { name: 'Publier la facture' }));
    await screen.findByRole('dialog');
    fireEvent.click(screen.getByRole('button', { name: 'Publier la facture' }));
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('1 facture était déjà publiée'));
    expect(screen.getByRole('dialog')).not.toHaveTextContent(/reste en brouillon/);
    fireEvent.click(screen.getByRole('button', { name: 'Fermer' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Publier la facture' })).toBeNull());
  });

  it('starts nothing while the date is wrong', async () => {
    serve({
      'GET /operations/{operationId}/billing/run/last': { status: 204 },
      'POST /operations/{operationId}/billing/run/check': {
        body: {
          ...proposal,
          clients: [
            {
              billingEntityId: 'i',
              billingEntityName: 'Commune',
              billableEntityId: 'c',
              billableEntityName: 'CCAS',
              periods: [{ from: '2026-10-01', to: '2026-10-31' }],
            },
          ],
        },
      },
    });
    render();
    fireEvent.click((await screen.findAllByRole('button', { name: 'Lancer une campagne' }))[0] as HTMLElement);
    expect(await screen.findByRole('button', { name: 'Lancer pour 1 période' })).toBeEnabled();
    fireEvent.change(screen.getByLabelText(/Facturer jusqu/), { target: { value: '' } });
    expect(screen.getByText('La date est invalide.')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Lancer/ })).toBeDisabled();
  });

  it('says at the date why a day to come is not billed', async () => {
    serve({
      'GET /operations/{operationId}/billing/run/last': { status: 204 },
      'POST /operations/{operationId}/billing/run/check': ({ billUpTo }) => {
        const params = { today: '2026-11-06' };
        return billUpTo === '2027-10-31'
          ? {
              status: 400,
              body: {
                key: 'run.billUpToInFuture',
                params,
                errors: [{ key: 'run.billUpToInFuture', field: 'billUpTo', params }],
              },
            }
          : { body: proposal };
      },
    });
    render();
    fireEvent.click((await screen.findAllByRole('button', { name: 'Lancer une campagne' }))[0] as HTMLElement);
    fireEvent.change(await screen.findByLabelText(/Facturer jusqu/), { target: { value: '2027-10-31' } });
    expect(await screen.findByText(/choisissez au plus tard aujourd’hui, le 06\/11\/2026/)).toBeVisible();
    expect(screen.getByLabelText(/Facturer jusqu/)).toHaveAttribute('aria-invalid', 'true');
    expect(screen.queryByText('Une erreur est survenue')).toBeNull();
    expect(screen.getByRole('button', { name: /^Lancer/ })).toBeDisabled();
  });

  it('proposes the last complete month, says whom it bills and which drafts go', async () => {
    const bodies: unknown[] = [];
    serve({
      'GET /operations/{operationId}/billing/run/last': { status: 204 },
      'POST /operations/{operationId}/billing/run/check': (body) => {
        bodies.push(body);
        const clients = [
          {
            billingEntityId: 'i',
            billingEntityName: 'Commune',
            billableEntityId: 'c',
            billableEntityName: 'CCAS',
            periods: [{ from: '2026-10-01', to: '2026-10-31' }],
          },
        ];
        return { body: { ...proposal, overwrittenDrafts: 3, clients } };
      },
      'POST /operations/{operationId}/billing/run': (body) => {
        bodies.push(body);
        return { status: 409, body: { key: 'run.tooLarge', params: { pairs: 900, max: 500 } } };
      },
    });
    render();
    const [start] = await screen.findAllByRole('button', { name: 'Lancer une campagne' });
    fireEvent.click(start as HTMLElement);
    expect(await screen.findByText('3 brouillons non publiés seront remplacés.')).toBeVisible();
    expect(screen.getByText('1 client à facturer, 1 période de facturation.')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Lancer pour 1 période' }));
    expect(await screen.findByText(/900 clients sont à facturer/)).toBeVisible();
    expect(bodies).toEqual([{}, { billUpTo: '2026-10-31' }, { billUpTo: '2026-10-31', mode: 'ASYNC' }]);
  });
});
