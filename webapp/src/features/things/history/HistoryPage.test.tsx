import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../../test/render';
import { serve } from '../../../test/server';
import type { HistoryEntry } from '../queries';
import { HistoryPage } from './HistoryPage';

const entry = (id: string, part: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id,
  at: '2026-11-20T10:15:00+01:00',
  act: 'SITE_UPDATED',
  how: 'HAND',
  by: { id: '0199b0aa-0000-7000-8000-0000000000f1', role: 'organizer', you: false, name: 'Odile Organiste' },
  objectKind: 'participant',
  objectId: 's1',
  ...part,
});

it('lists who changed what, asks the server with what the filters say, and keeps one person apart', async () => {
  const asked: URLSearchParams[] = [];
  serve({
    'GET /operations/{operationId}/history': (_sent, _path, request) => {
      asked.push(new URL(request.url).searchParams);
      return {
        body: [
          entry('1', { details: { fields: ['city'] } }),
          entry('2', {
            act: 'INVOICES_PUBLISHED',
            how: 'TOKEN',
            objectKind: 'event',
            by: { role: 'organizer', you: true },
          }),
        ],
        total: 2,
      };
    },
  });
  const { container } = renderPage(
    <OperationContext value={someOperation()}>
      <HistoryPage />
    </OperationContext>,
    { session: someSession({ policy: ['audit:read', 'participantDetails:view'] }) },
  );
  expect(await screen.findByRole('link', { name: 'Site modifié' })).toBeVisible();
  expect(screen.getByText('Vous · par un programme')).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);
  fireEvent.change(screen.getByLabelText('Du'), { target: { value: '2026-11-01' } });
  await waitFor(() => expect(asked.at(-1)?.get('dateFrom')).toBe('2026-11-01'));
  fireEvent.click(await screen.findByRole('button', { name: /Odile Organiste/ }));
  await waitFor(() => expect(asked.at(-1)?.get('actorId')).toBe('0199b0aa-0000-7000-8000-0000000000f1'));
  fireEvent.click(screen.getByRole('button', { name: 'Toutes les personnes' }));
  await waitFor(() => expect(asked.at(-1)?.get('actorId')).toBeNull());
  expect(asked.at(-1)?.get('dateFrom')).toBe('2026-11-01');
});

it('names the documents of a line with their folder and version, and says where they were moved', async () => {
  serve({
    'GET /operations/{operationId}/history': () => ({
      body: [
        entry('1', {
          act: 'DOCUMENT_SHARED',
          objectKind: 'document',
          details: { documents: [{ id: 'd1', path: 'Statuts/2026/Convocation.pdf', version: 2 }] },
        }),
        entry('2', {
          act: 'DOCUMENT_UPDATED',
          objectKind: 'document',
          details: {
            documents: [{ id: 'd1', path: 'Bail.pdf', version: 1 }],
            fields: ['folderId'],
            values: [{ field: 'folderId', from: '/', to: 'Statuts/2026' }],
          },
        }),
        entry('3', { act: 'DOCUMENT_TRASHED', objectKind: 'document', details: { documents: [{ id: 'd2' }] } }),
        entry('4', {
          act: 'DOCUMENT_PURGED',
          objectKind: 'document',
          details: { documents: [{ id: 'd2' }], purged: 3 },
        }),
        entry('5', { act: 'PAPERS_MADE', objectKind: 'paper', details: { created: 2 } }),
      ],
      total: 5,
    }),
  });
  renderPage(
    <OperationContext value={someOperation()}>
      <HistoryPage />
    </OperationContext>,
    { session: someSession({ policy: ['audit:read', 'participantDetails:view'] }) },
  );
  expect(await screen.findByText('Statuts › 2026 › Convocation.pdf (version 2)')).toBeVisible();
  expect(screen.getByText('Bail.pdf · dossier : à la racine → Statuts › 2026')).toBeVisible();
  expect(screen.getByText('document supprimé depuis')).toBeVisible();
  expect(screen.getByText('3 éléments')).toBeVisible();
  expect(screen.getByText('2 papiers')).toBeVisible();
});
