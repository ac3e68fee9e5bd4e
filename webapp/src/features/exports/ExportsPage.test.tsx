import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { ExportsPage } from './ExportsPage';
import type { DataExport } from './queries';

const operation = someOperation();

const made = (more: Partial<DataExport>): DataExport => ({
  id: 'e1',
  stage: 'READY',
  columns: ['NAME'],
  natures: ['Conso'],
  dateFrom: '2026-10-01',
  dateTo: '2026-10-31',
  resolution: 'day',
  format: 'csv',
  participantsNumber: 0,
  createdAt: '2026-11-02T08:00:00+01:00',
  ...more,
});

function show(rows: DataExport[], answer: object = { status: 202, body: made({ id: 'e9', stage: 'STARTED' }) }) {
  const sent: unknown[] = [];
  serve({
    'GET /operations/{operationId}/exports': { body: rows },
    'POST /operations/{operationId}/exports': (body: unknown) => {
      sent.push(body);
      return answer;
    },
  });
  const page = renderPage(
    <OperationContext value={operation}>
      <ExportsPage />
    </OperationContext>,
    { session: someSession({ policy: ['data:read', 'data:export'] }) },
  );
  return { ...page, sent };
}

describe('ExportsPage', () => {
  it('says how long one waits, in the words of the specification', async () => {
    const { container } = show([
      made({ id: 'a', stage: 'STARTED' }),
      made({ id: 'b', stage: 'SLOW' }),
      made({ id: 'c', stage: 'VERY_SLOW' }),
      made({ id: 'd', stage: 'OVERDUE' }),
      made({ id: 'code-7', stage: 'FAILED' }),
      made({ id: 'f', fileName: 'export.csv', linesNumber: 1200, expiresAt: '2026-11-09T08:00:00+01:00' }),
    ]);
    await screen.findByText(/L’export a commencé\. Vous recevrez le fichier par e-mail/);
    screen.getByText(/un peu long/);
    screen.getByText(/anormalement long/);
    screen.getByText(/devrait être terminé/);
    screen.getByText(/Donnez ce code à l’équipe : code-7/);
    const links = screen.getAllByRole('link', { name: 'Télécharger' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/api/operations/${operation.id}/exports/f/download`,
    ]);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('asks for no file without a personal column, and for what is chosen', async () => {
    const { sent } = show([]);
    await screen.findByText('Aucun export');
    for (const name of ['Nom', 'PRM ou EAN']) fireEvent.click(screen.getByRole('checkbox', { name }));
    screen.getByText('Choisissez au moins une colonne personnelle');
    const start = screen.getByRole('button', { name: 'Demander le fichier' });
    expect(start).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Commune' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Production' }));
    fireEvent.change(screen.getByLabelText('Du'), { target: { value: '2026-10-01' } });
    fireEvent.change(screen.getByLabelText('Au'), { target: { value: '2026-10-31' } });
    fireEvent.click(start);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      columns: ['CITY'],
      natures: ['Conso', 'Autoconso', 'Surplus'],
      dateFrom: '2026-10-01',
      dateTo: '2026-10-31',
      resolution: 'day',
      format: 'csv',
    });
  });

  it('tells what the server refuses', async () => {
    show([], {
      status: 409,
      body: { key: 'export.inProgress', status: 409, title: 'x', type: 'x', params: { id: 'e1' } },
    });
    await screen.findByText('Aucun export');
    fireEvent.click(screen.getByRole('button', { name: 'Demander le fichier' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Un de vos exports est en cours');
  });
});
