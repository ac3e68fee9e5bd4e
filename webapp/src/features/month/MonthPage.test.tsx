import type { Schemas } from '@openpmo/sdk';
import { fireEvent, screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { MonthPage } from './MonthPage';

const operation = someOperation();
const page = `/pmo/operations/${operation.id}/month`;
const organizer = ['run:run', 'invoice:publish', 'invoices:visit', 'production:visit', 'participants:visit'];

type Month = Schemas['OperationMonth'];

const october = (part: Partial<Month> = {}): Month => ({
  operationId: operation.id,
  month: '2026-10',
  state: 'OPEN',
  next: { step: 'DRAFTS', action: 'MAKE_DRAFTS', actor: 'ORGANIZER' },
  steps: [
    { kind: 'DATA', state: 'DONE', data: { sidesNumber: 25, readyNumber: 25 } },
    {
      kind: 'COEFFICIENTS',
      state: 'MISSED',
      deadline: '2026-11-05',
      daysLeft: -18,
      coefficients: { needed: true, status: 'PREPARED' },
    },
    { kind: 'CHECKS', state: 'DONE', checks: { blockingNumber: 0, oddNumber: 2 } },
    {
      kind: 'DRAFTS',
      state: 'TODO',
      actor: 'ORGANIZER',
      action: 'MAKE_DRAFTS',
      drafts: { number: 0, amountCents: 0, dueNumber: 44, previousAmountCents: 79_106 },
    },
    {
      kind: 'PUBLISHED',
      state: 'WAITING',
      reason: 'DRAFTS_MISSING',
      published: { number: 0, amountCents: 0, overdueNumber: 0 },
    },
  ],
  checks: [
    { kind: 'DEADLINE_MISSED', severity: 'ODD', deadline: '2026-11-05' },
    {
      kind: 'AMOUNT_UNUSUAL',
      severity: 'ODD',
      billingEntityName: 'Régie',
      billableEntityName: 'Mairie',
      invoiceId: 'd1',
      amountCents: 12_001,
      previousAmountCents: 8_000,
    },
  ],
  sites: [],
  sitesNumber: 0,
  ...part,
});

function show(month: Month, { policy = organizer, path = `${page}/2026-10` } = {}) {
  const summary: Schemas['MonthSummary'] = { operationId: operation.id, month: '2026-10', state: 'OPEN', steps: [] };
  const calls = serve({
    'GET /operations/{operationId}/months': {
      body: [{ ...summary, month: '2026-11', state: 'IN_PROGRESS' }, summary],
    },
    'GET /operations/{operationId}/months/{month}': { body: month },
  });
  const view = renderPage(
    <OperationContext value={operation}>
      <Routes>
        <Route path={page} element={<MonthPage />} />
        <Route path={`${page}/:month`} element={<MonthPage />} />
      </Routes>
    </OperationContext>,
    { session: someSession({ policy }), path },
  );
  return { ...view, calls };
}

const stepOf = (name: RegExp) => screen.findByRole('button', { name });

describe('the page of a month', () => {
  it('says the one thing to do, and the state of each step in one line', async () => {
    const { container } = show(october());
    expect(await screen.findByText('Générer les brouillons', { selector: 'strong' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Le mois d’octobre 2026');
    expect(await stepOf(/^1\. Données/)).toHaveTextContent('Fait · 25 sur 25 sites');
    expect(await stepOf(/^2\. Coefficients/)).toHaveTextContent('la date limite du 5 nov. 2026 est dépassée');
    expect(await stepOf(/^4\. Brouillons/)).toHaveTextContent('À faire · 44 à générer');
    expect(await stepOf(/^4\. Brouillons/)).toHaveAttribute('aria-expanded', 'true');
    expect(await stepOf(/^5\. Publiées/)).toHaveTextContent('les brouillons ne sont pas générés');
    expect(await screen.findByText(/Mois précédent.*791,06/)).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('leads each check to its place', async () => {
    show(october());
    fireEvent.click(await stepOf(/^3\. Contrôles/));
    const odd = await screen.findByRole('region', { name: 'À regarder' });
    expect(within(odd).getByRole('link', { name: /Date limite/ })).toHaveAttribute(
      'href',
      `/pmo/operations/${operation.id}/edit/production?tab=sending`,
    );
    expect(within(odd).getByRole('link', { name: /^Mairie, par Régie.*120,01.*80,00/ })).toHaveAttribute(
      'href',
      `/pmo/operations/${operation.id}/invoices/d1`,
    );
  });

  it('names the sites that lack days, each with the way to them', async () => {
    show(
      october({
        next: { step: 'DATA', action: 'IMPORT_CURVES', actor: 'ORGANIZER', deadline: '2026-11-05', daysLeft: 2 },
        steps: [{ kind: 'DATA', state: 'TODO', reason: 'DATA_MISSING', data: { sidesNumber: 6, readyNumber: 5 } }],
        checks: [],
        sites: [
          {
            participantId: 's1',
            name: 'Boulangerie',
            dsoId: '99100000000031',
            energyType: 'consumer',
            missingDays: 1,
            missing: [{ from: '2026-10-14', to: '2026-10-14' }],
            provisionalDays: 0,
          },
        ],
        sitesNumber: 1,
      }),
    );
    expect(await screen.findByRole('link', { name: 'Boulangerie' })).toHaveAttribute(
      'href',
      `/pmo/operations/${operation.id}/sites/s1?from=2026-10-14&to=2026-10-14`,
    );
    expect(screen.getByRole('status')).toHaveTextContent('au plus tard le 5 nov. 2026, reste 2 jours');
  });

  it('gives who may only read no button', async () => {
    show(october(), { policy: [] });
    await stepOf(/^4\. Brouillons/);
    expect(await screen.findByText(/Mois précédent/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Générer les brouillons' })).toBeNull();
  });

  it('opens the last month that is over', async () => {
    const { router } = show(october(), { path: page });
    await stepOf(/^1\. Données/);
    expect(router.state.location.pathname).toBe(`${page}/2026-10`);
  });
});
