import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { AlertsPage } from './AlertsPage';
import { placeOf } from './cause';
import type { Alert, AlertRule } from './queries';

const operation = someOperation();
const policy = ['alertManagement:visit', 'alert:read', 'alert:update', 'participant:readOwn'];

const silent: Alert = {
  id: 'a1',
  rule: 'SITE_SILENT',
  severity: 'URGENT',
  status: 'OPEN',
  participantId: 's1',
  participantName: 'Boulangerie',
  figures: { days: 12, day: '2026-10-20', dateFrom: '2026-10-21', dateTo: '2026-11-01' },
  impactMilliWh: 12_000_000,
  action: 'SEE_SITE',
  openedAt: '2026-11-02T08:00:00+01:00',
  seenAt: '2026-11-02T08:00:00+01:00',
  read: false,
};
const unbilled: Alert = {
  id: 'a2',
  rule: 'MONTH_UNBILLED',
  severity: 'WARNING',
  status: 'OPEN',
  month: '2026-10',
  figures: { days: 21, number: 8 },
  impactCents: 123_456,
  action: 'MAKE_DRAFTS',
  openedAt: '2026-11-22T08:00:00+01:00',
  seenAt: '2026-11-22T08:00:00+01:00',
  read: true,
};
const rule: AlertRule = {
  id: 'SITE_SILENT',
  about: 'SITE',
  unit: 'DAYS',
  threshold: 7,
  defaultThreshold: 7,
  least: 1,
  most: 180,
  enabled: true,
};

function show(path = '/', held = policy) {
  const sent: unknown[] = [];
  const calls = serve({
    'GET /operations/{operationId}/alerts': { body: [silent, unbilled] },
    'GET /operations/{operationId}/alerts/overview': { body: { open: 2, urgent: 1, unread: 1, mail: true } },
    'GET /operations/{operationId}/alert-rules': { body: [rule] },
    'POST /operations/{operationId}/alerts/read': { status: 204 },
    'POST /operations/{operationId}/alerts/mail': (body: unknown) => {
      sent.push(body);
      return { status: 204 };
    },
    'POST /operations/{operationId}/alerts/{alertId}/mute': (body: unknown) => {
      sent.push(body);
      return { body: { ...silent, status: 'MUTED' } };
    },
    'POST /operations/{operationId}/alert-rules/{rule}': (body: unknown) => {
      sent.push(body);
      return { body: { ...rule, threshold: 12 } };
    },
  });
  const view = renderPage(
    <OperationContext value={operation}>
      <AlertsPage />
    </OperationContext>,
    { session: someSession({ policy: held }), path },
  );
  return { calls, sent, view };
}

describe('alerts', () => {
  it('say the cause with days as people write them, what it costs, and lead to site and days', async () => {
    const { view } = show();
    expect(await screen.findByText(/Dernière donnée le 20 oct\. 2026/)).toHaveTextContent('12 jours de plus');
    expect(screen.getByText(/Octobre 2026|octobre 2026/)).toHaveTextContent('clients');
    expect(screen.getByText('12,00 kWh')).toBeVisible();
    expect(screen.getByText(/1.234,56.€/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Voir le site' })).toHaveAttribute(
      'href',
      `/pmo/operations/${operation.id}/sites/s1?from=2026-10-21&to=2026-11-01`,
    );
    expect(screen.getByRole('link', { name: 'Préparer les brouillons' })).toHaveAttribute(
      'href',
      `/pmo/operations/${operation.id}/month/2026-10`,
    );
    expect(await accessibilityProblems(view.container)).toEqual([]);
  });

  it('are muted up to a day, with a reason', async () => {
    const { sent } = show();
    fireEvent.click(await screen.findByRole('button', { name: /Boulangerie/ }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Mettre en sourdine' }));
    const dialog = await screen.findByRole('dialog');
    const confirm = within(dialog).getByRole('button', { name: 'Mettre en sourdine' });
    expect(confirm).toBeDisabled();
    fireEvent.change(within(dialog).getByLabelText(/Jusqu’au/), { target: { value: '2026-12-31' } });
    fireEvent.change(within(dialog).getByLabelText(/Raison/), { target: { value: ' compteur changé ' } });
    fireEvent.click(confirm);
    await waitFor(() => expect(sent).toEqual([{ until: '2026-12-31', reason: 'compteur changé' }]));
  });

  it('have rules whose threshold stays within its bounds, and mails of one’s own', async () => {
    const { sent } = show('/?tab=rules');
    const field = await screen.findByRole('textbox', { name: /Site sans données/ });
    fireEvent.change(field, { target: { value: '181' } });
    expect(screen.getByText('Le seuil va de 1 à 180.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Enregistrer' })).toBeDisabled();
    fireEvent.change(field, { target: { value: '12' } });
    fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(sent).toEqual([{ enabled: true, threshold: 12 }]));
    fireEvent.click(screen.getByRole('switch', { name: /M’écrire/ }));
    await waitFor(() => expect(sent[1]).toEqual({ mail: false }));
  });

  it('are looked at only by who may not change them', async () => {
    show('/', ['alertManagement:visit', 'alert:read']);
    await screen.findByText(/Dernière donnée/);
    expect(screen.queryByRole('button', { name: 'Vérifier maintenant' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Boulangerie/ })).toBeNull();
  });

  it('lead to the whole month where a rate fell', () => {
    expect(placeOf({ ...unbilled, action: 'SEE_DASHBOARD', month: '2026-02' })).toBe(
      'dashboard?from=2026-02-01&to=2026-02-28',
    );
  });
});
