import type { Schemas } from '@openpmo/sdk';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { ReceivablesPage } from './ReceivablesPage';

const operation = someOperation();

const overdue: Schemas['OverdueInvoice'] = {
  id: 'i1',
  operationId: 'o1',
  operationName: 'Soleil',
  number: 'COM-2026-00001',
  billingEntityId: 'e1',
  billingEntityName: 'Commune',
  billableEntityId: 'c1',
  billableEntityName: 'Boulangerie',
  paymentMethod: 'transfer',
  paymentStatus: 'PENDING',
  periodStart: '2026-10-01',
  periodEnd: '2026-10-31',
  issueDate: '2026-11-06',
  dueDate: '2026-12-06',
  daysLate: 14,
  amountCents: 33766,
  paidCents: 10000,
  openCents: 23766,
};

const balance: Schemas['ClientBalance'] = {
  billableEntityId: 'c1',
  billableEntityName: 'Boulangerie',
  invoiceCount: 1,
  invoicedCents: 33766,
  creditedCents: 0,
  settledCents: 10000,
  openCents: 23766,
  overpaidCents: 0,
  owedCents: 23766,
  overdueCents: 23766,
  overdueCount: 1,
  longestLateDays: 14,
};

const about = { invoiceId: 'i1', number: 'COM-2026-00001', openCents: 23766, dueDate: '2026-12-06' };
const due: Schemas['DueReminder'] = {
  billableEntityId: 'c1',
  billableEntityName: 'Boulangerie',
  level: 1,
  address: 'b@example.org',
  language: 'fr',
  openCents: 23766,
  invoices: [about],
  subject: 'Rappel',
  body: 'Bonjour\nCOM-2026-00001',
};
const withheld: Schemas['WithheldInvoice'] = {
  ...about,
  invoiceId: 'i2',
  number: 'COM-2026-00002',
  billableEntityId: 'c2',
  billableEntityName: 'CCAS',
  level: 0,
  reason: 'PUBLIC_TREASURY',
};
const settings: Schemas['ReminderSettings'] = {
  enabled: false,
  days: [7, 21, 45],
  texts: [{ level: 1, language: 'fr', subject: 'À régler', body: '%{invoices}', own: false }],
};
const account: Schemas['ClientAccount'] = {
  balance,
  lines: [
    {
      date: '2026-11-06',
      kind: 'INVOICE',
      invoiceId: 'i1',
      number: 'COM-2026-00001',
      amountCents: 33766,
      owedCents: 33766,
    },
    {
      date: '2026-11-20',
      kind: 'PAYMENT',
      invoiceId: 'i1',
      number: 'COM-2026-00001',
      amountCents: -10000,
      owedCents: 23766,
    },
  ],
};

const known = {
  'GET /operations/{operationId}/payments/overdue': { body: [overdue] },
  'GET /operations/{operationId}/payments/balances': { body: [balance] },
  'GET /operations/{operationId}/payments/balances/{clientId}': { body: account },
  'GET /operations/{operationId}/payments/reminder-preview': {
    body: { day: '2026-12-20', mails: [due], withheld: [withheld] },
  },
  'GET /operations/{operationId}/payments/reminders': { body: [] },
  'GET /operations/{operationId}/payments/reminder-settings': { body: settings },
  'GET /operations/{operationId}/payments/reminder-pauses': { body: [] },
};

const everything = ['balance:read', 'reminder:read', 'reminder:update', 'reminder:send'];
const render = (at = '', policy = everything) =>
  renderPage(
    <OperationContext value={operation}>
      <ReceivablesPage />
    </OperationContext>,
    { session: someSession({ policy }), path: `/${at}` },
  );

describe('ReceivablesPage', () => {
  it('lists what is overdue with what is open in all, and pauses an invoice with a reason', async () => {
    const sent = vi.fn();
    serve({
      ...known,
      'POST /operations/{operationId}/payments/reminder-pauses': (body) => {
        sent(body);
        return {
          body: {
            id: 'p1',
            billableEntityName: 'Boulangerie',
            reason: 'Litige',
            holds: true,
            createdAt: '2026-12-20T08:00:00Z',
          },
        };
      },
    });
    const { container } = render();
    expect(await screen.findByText('COM-2026-00001')).toBeVisible();
    expect(screen.getAllByText(/^237,66/).length).toBe(2);
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: /COM-2026-00001/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Mettre les relances en pause' }));
    fireEvent.change(await screen.findByLabelText(/^Raison/), { target: { value: ' Litige ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Mettre en pause' }));
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(sent.mock.calls[0]?.[0]).toEqual({ invoiceId: 'i1', reason: 'Litige' });
  });

  it('shows the account of a client line by line', async () => {
    serve(known);
    render('?tab=balances');
    const row = await screen.findByText('Boulangerie');
    expect(row).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: /Boulangerie/ }));
    const sheet = await screen.findByRole('dialog');
    expect(await within(sheet).findByText(/Règlement COM-2026-00001/)).toBeVisible();
    expect(within(sheet).getByText(/Solde dû/)).toHaveTextContent('237,66');
  });

  it('says who is reminded today, who is not and why, and asks before it writes', async () => {
    serve(known);
    render('?tab=reminders');
    expect(await screen.findByText('b@example.org')).toBeVisible();
    expect(screen.getByText('Encaissée par le comptable public')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Envoyer 1 relance' }));
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('Envoyer les relances'));
  });

  it('says at its field what settings cannot be, also of a text that is not shown', async () => {
    serve({
      ...known,
      'GET /operations/{operationId}/payments/reminder-settings': {
        body: {
          ...settings,
          texts: [...settings.texts, { level: 2, language: 'fr', subject: 'Rappel', body: 'Bonjour', own: true }],
        },
      },
      'PUT /operations/{operationId}/payments/reminder-settings': {
        status: 400,
        body: {
          key: 'reminder.invalid',
          errors: [
            { key: 'reminder.days', field: 'days[1]', params: { min: 31, max: 365 } },
            { key: 'reminder.subjectLines', field: 'texts.1.subject' },
            { key: 'reminder.noInvoices', field: 'texts[0].body', params: { value: '%{invoices}' } },
          ],
        },
      },
    });
    render('?tab=reminders');
    fireEvent.change(await screen.findByLabelText('Objet'), { target: { value: 'À\nrégler' } });
    fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    const second = screen.getByLabelText('Jours après l’échéance, niveau 2');
    await waitFor(() => expect(second).toHaveAccessibleDescription(/entre 31 et 365/));
    expect(screen.getByLabelText('Jours après l’échéance, niveau 1')).toBeValid();
    // The text that is shown is the first own one: the one that has no invoices in it.
    expect(screen.getByLabelText('Texte')).toHaveAccessibleDescription(/doit contenir/);
    expect(screen.getByRole('alert')).toHaveTextContent(
      /Objet, niveau 2, Français\s: L’objet tient sur une seule ligne/,
    );
  });

  it('lets who only reads change nothing', async () => {
    serve(known);
    render('?tab=reminders', ['balance:read', 'reminder:read']);
    expect(await screen.findByText('b@example.org')).toBeVisible();
    expect(await screen.findByLabelText(/Relancer chaque jour/)).toBeDisabled();
    expect(screen.queryByRole('button', { name: /Envoyer/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Enregistrer' })).toBeNull();
  });
});
