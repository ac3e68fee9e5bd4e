import type { Schemas } from '@openpmo/sdk';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../../test/render';
import { type Answers, serve } from '../../../test/server';
import { BankPanel } from './BankPanel';
import { leftOf, saidOf } from './lines';
import type { BankLine, BankReport } from './queries';

const operation = someOperation();

const line = (part: Partial<BankLine> = {}): BankLine => ({
  id: 'l1',
  operationId: operation.id,
  fileId: 'f1',
  fileName: 'releve.xml',
  kind: 'BOOKED',
  state: 'OPEN',
  bookedOn: '2026-11-20',
  amountCents: 12_000,
  settledCents: 0,
  iban: 'FR14 •••• 2606',
  text: 'loyer',
  counterparty: 'MARTIN ANNE',
  returned: false,
  reason: 'NO_REFERENCE',
  settlements: [],
  ...part,
});

const file: Schemas['BankFile'] = {
  id: 'f1',
  operationId: operation.id,
  name: 'releve.xml',
  format: 'CAMT_053',
  ibans: ['FR14 •••• 2606'],
  firstDate: '2026-11-01',
  lastDate: '2026-11-30',
  lineCount: 3,
  openCount: 1,
  createdAt: '2026-11-30T10:00:00Z',
};

const report: BankReport = {
  dryRun: true,
  format: 'CAMT_053',
  ibans: [],
  read: 3,
  new: 2,
  known: 1,
  unbooked: 0,
  accepted: 0,
  elsewhere: 0,
  settled: 1,
  open: 1,
  setAside: 0,
  matchedBefore: 0,
  paidCents: 5000,
  returnedCents: 0,
  overpaidCents: 0,
  lines: [line()],
  linesLeftOut: 0,
};

const everything = ['bankFile:read', 'bankFile:import', 'bankFile:update'];
const base = '/operations/{operationId}/payments';
const open = (answers: Answers = {}, policy = everything) => {
  const calls = serve({
    [`GET ${base}/bank-lines`]: { body: [line()] },
    [`GET ${base}/bank-files`]: { body: [file] },
    ...answers,
  } as Answers);
  const page = renderPage(
    <OperationContext value={operation}>
      <BankPanel />
    </OperationContext>,
    { session: someSession({ policy }) },
  );
  return { calls, ...page };
};

const choose = async (name = 'releve.xml') => {
  fireEvent.click(await screen.findByRole('button', { name: 'Importer un relevé' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText(/Relevé ou retour/), {
    target: { files: [new File(['<x/>'], name, { type: 'text/xml' })] },
  });
  return dialog;
};

describe('BankPanel', () => {
  it('shows what a file would do before it is taken', async () => {
    const { container, calls } = open({ [`POST ${base}/bank-files`]: { body: report } } as Answers);
    expect(await screen.findByText('MARTIN ANNE')).toBeInTheDocument();
    expect(screen.getByText('Aucune facture n’est nommée')).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
    const dialog = await choose();
    expect(await within(dialog).findByText(/2 nouvelles lignes/)).toBeInTheDocument();
    expect(within(dialog).getByText(/1 ligne déjà connue/)).toBeInTheDocument();
    const posts = () => calls.filter((call) => call.includes('bank-files') && call.startsWith('POST')).length;
    expect(posts()).toBe(1);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(posts()).toBe(2));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('asks what the columns of a table mean', async () => {
    open({
      [`POST ${base}/bank-files`]: {
        status: 400,
        body: {
          type: 'urn:pmo:problem:bankFile.mappingNeeded',
          title: 'x',
          status: 400,
          key: 'bankFile.mappingNeeded',
          params: { fileName: 'a.csv', columns: ['Date', 'Montant'] },
          requestId: 'r',
        },
      },
      'GET /operations/{operationId}/billing/billing-entities': { body: [] },
    } as Answers);
    const dialog = await choose('a.csv');
    expect(await within(dialog).findByText(/Ce tableau est nouveau/)).toBeInTheDocument();
    fireEvent.mouseDown(within(dialog).getByLabelText('Montant avec signe'));
    expect(await screen.findByRole('option', { name: 'Montant' })).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Lire ainsi', hidden: true })).toBeDisabled();
  });

  it('settles an invoice that is proposed', async () => {
    const sent = vi.fn();
    open({
      [`GET ${base}/bank-lines/{bankLineId}`]: {
        body: line({
          proposals: [
            {
              invoiceId: 'i1',
              number: 'COM-2026-0001',
              billableEntityName: 'Anne Martin',
              kind: 'PAYMENT',
              amountCents: 8000,
              openCents: 8000,
              score: 65,
              evidence: ['SAME_NAME'],
            },
          ],
        }),
      },
      [`POST ${base}/bank-lines/{bankLineId}/settle`]: (body: unknown) => {
        sent(body);
        return { body: line({ settledCents: 8000 }) };
      },
    } as Answers);
    fireEvent.click(await screen.findByRole('button', { name: /MARTIN ANNE/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Rapprocher' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByRole('checkbox', { name: /COM-2026-0001 · Anne Martin/ }));
    expect(within(dialog).getByText(/même nom/)).toBeInTheDocument();
    expect(await within(dialog).findByText(/Il reste 40,00/)).toBeInTheDocument();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Rapprocher' }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ invoices: [{ invoiceId: 'i1', amountCents: 8000 }] }));
  });

  it('sets a line aside with its reason', async () => {
    const sent = vi.fn();
    open({
      [`POST ${base}/bank-lines/set-aside`]: (body: unknown) => {
        sent(body);
        return { body: [line({ state: 'SET_ASIDE' })] };
      },
    } as Answers);
    fireEvent.click(await screen.findByRole('button', { name: /MARTIN ANNE/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Mettre de côté' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('Précision'), { target: { value: ' loyer ' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Mettre de côté' }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ ids: ['l1'], reason: 'OTHER_BUSINESS', note: 'loyer' }));
  });

  it('only tells those who may not change', async () => {
    open({}, ['bankFile:read']);
    expect(await screen.findByText('MARTIN ANNE')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Importer un relevé' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /MARTIN ANNE/ })).not.toBeInTheDocument();
  });
});

describe('lines', () => {
  it('say what is left of them, and what was written', () => {
    expect(leftOf(line({ amountCents: -500, settledCents: 200 }))).toBe(300);
    expect(saidOf(line({ returnReason: 'MD06', text: '', endToEndId: 'E1' }))).toBe('MD06 · E1');
  });
});
