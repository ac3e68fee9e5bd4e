import type { Schemas } from '@openpmo/sdk';
import { configure, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../../test/render';
import { serve } from '../../../test/server';
import { PullPanel } from './PullPanel';

type Pulls = Schemas['CurvePulls'];

configure({ asyncUtilTimeout: 10_000 });

/** Answers like the server; `states` come one after the other, the last one for ever. Keeps what was posted. */
function servePulls(first: Pulls, ...later: Pulls[]) {
  const posted: unknown[] = [];
  const states = [first, ...later];
  serve({
    'GET /operations/{operationId}/measurements/pulls': () => ({
      body: (states.length > 1 ? states.shift() : states[0]) ?? first,
    }),
    'POST /operations/{operationId}/measurements/pulls/look': () => {
      posted.push('look');
      return { status: 202, body: { ...first, looking: true } };
    },
    'POST /operations/{operationId}/measurements/pulls': (days) => {
      posted.push(days);
      return { status: 409, body: { key: 'pull.nothingToAsk', status: 409 } };
    },
  });
  return posted;
}

const open = () =>
  renderPage(
    <OperationContext value={someOperation({ dso: 'FAKE' })}>
      <PullPanel />
    </OperationContext>,
    { session: someSession({ policy: ['upload:view', 'curve:import'] }) },
  );

const since = '2026-11-20T18:00:00+01:00';
const waiting = (n: number, key = 'drop.unreadable'): Schemas['DroppedCurveFile'] => ({
  place: 'FOLDER',
  name: `${n}.csv`,
  size: 3,
  modifiedAt: since,
  since,
  problem: { key, params: { fileName: `${n}.csv` } },
});

describe('PullPanel', { timeout: 90_000 }, () => {
  it('lists files that are not taken, with the reason, and says when not all are listed', async () => {
    const files = [1, 2, 3, 4, 5, 6, 7].map((n) => waiting(n));
    const lost: Schemas['DroppedCurveFile'] = { place: 'SFTP', since, problem: { key: 'drop.unreachable' } };
    servePulls({
      service: false,
      folder: true,
      looking: false,
      looked: since,
      waiting: [lost, ...files],
      waitingCount: 203,
    });
    const { container } = open();
    const list = within(await screen.findByRole('alert'));
    expect(list.getAllByRole('listitem')).toHaveLength(5);
    expect(list.getByText(/Le dépôt de fichiers ne répond pas.*/)).toHaveTextContent(
      /Serveur SFTP, constaté le 20 nov\. 2026, 18:00$/,
    );
    expect(list.getByText(/^Le fichier 1\.csv ne peut pas être lu/)).toBeInTheDocument();
    expect(list.getByText('Les 8 premiers sur 203 sont affichés.')).toBeInTheDocument();
    fireEvent.click(list.getByRole('button', { name: '3 autres' }));
    expect(list.getAllByRole('listitem')).toHaveLength(8);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('looks now, and tells what the look found', async () => {
    const calm = { service: false, folder: true, looking: false, waiting: [], waitingCount: 0 };
    const posted = servePulls(calm, {
      ...calm,
      looked: since,
      waiting: [waiting(1, 'drop.settling')],
      waitingCount: 1,
    });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Regarder maintenant' }));
    expect(await screen.findByText(/Le fichier 1\.csv vient d’être déposé/)).toBeInTheDocument();
    expect(screen.getByText(/Dernier passage : 20 nov\. 2026, 18:00/)).toBeInTheDocument();
    expect(posted).toEqual(['look']);
  });

  it('asks the service for the days that were chosen', async () => {
    const posted = servePulls({ service: true, folder: false, oldest: '2024-11-20' });
    open();
    const first = await screen.findByLabelText('Premier jour');
    fireEvent.change(first, { target: { value: '2024-11-19' } });
    fireEvent.blur(first);
    expect(screen.getByText('Au plus tôt le 20/11/2024')).toBeInTheDocument();
    fireEvent.change(screen.getByLabelText('Premier jour'), { target: { value: '2026-10-01' } });
    fireEvent.change(screen.getByLabelText('Dernier jour'), { target: { value: '2026-10-15' } });
    fireEvent.click(screen.getByRole('button', { name: 'Récupérer maintenant' }));
    expect(await screen.findByText(/Il n’y a rien à demander/)).toBeInTheDocument();
    expect(posted).toEqual([{ dateFrom: '2026-10-01', dateTo: '2026-10-15' }]);
    expect(screen.queryByRole('button', { name: 'Regarder maintenant' })).toBeNull();
  });
});
