import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../../test/render';
import { serve } from '../../../test/server';
import type { HistoryEntry } from '../queries';
import { HistoryPage } from './HistoryPage';

/** Bytes of a blob; jsdom has no arrayBuffer of it. */
const bytesOf = (blob: Blob) =>
  new Promise<Uint8Array>((done) => {
    const reader = new FileReader();
    reader.onload = () => done(new Uint8Array(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  });

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

it('is taken away as a workbook: its heads and lines are those of the reply, in the zone of the operation, and nothing is computed', async () => {
  const { strFromU8, unzipSync } = await import('fflate');
  const files: Blob[] = [];
  globalThis.URL.createObjectURL = (blob) => {
    files.push(blob as Blob);
    return 'blob:x';
  };
  globalThis.URL.revokeObjectURL = () => {};
  serve({
    'GET /operations/{operationId}/history': () => ({
      body: [
        entry('1', { by: { id: '0199b0aa-0000-7000-8000-0000000000f1', role: 'organizer', you: false, name: '=1+1' } }),
        entry('2', { at: '2026-07-01T00:05:00+02:00', act: 'INVOICES_PUBLISHED', objectKind: 'event', objectId: 'e9' }),
      ],
      total: 2,
    }),
  });
  renderPage(
    <OperationContext value={someOperation()}>
      <HistoryPage />
    </OperationContext>,
    { session: someSession({ policy: ['audit:read', 'participantDetails:view'] }) },
  );
  await screen.findByText('Site modifié');
  const menu = () => fireEvent.click(screen.getByRole('button', { name: 'Exporter' }));
  menu();
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Toutes les colonnes' }));
  fireEvent.click(screen.getByRole('menuitem', { name: /Excel|xlsx/i }));
  await waitFor(() => expect(files).toHaveLength(1), { timeout: 10_000 });
  const parts = unzipSync(await bytesOf(files[0] as Blob));
  const text = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
  const sheet = text('xl/worksheets/sheet1.xml');
  const all = (xml: string, tag: string) => [
    ...new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagName(tag),
  ];
  const shared = all(text('xl/sharedStrings.xml'), 'si').map(({ textContent }) => textContent);
  const cells = new Map(
    all(sheet, 'c').map((cell) => [
      cell.getAttribute('r'),
      cell.getAttribute('t') === 's' ? shared[Number(cell.textContent)] : cell.textContent,
    ]),
  );
  const line = (row: number) => ['A', 'B', 'C', 'D', 'E'].map((column) => cells.get(`${column}${row}`) ?? '');
  expect(line(1)).toEqual(['Quand', 'Quoi', 'Détail', 'Qui', 'Objet']);
  expect(line(2)).toEqual(['2026-11-20T10:15:00+01:00', 'Site modifié', '', '=1+1', 'participant s1']);
  expect(line(3)).toEqual(['2026-07-01T00:05:00+02:00', 'Publication', '', 'Odile Organiste', 'event e9']);
  expect(sheet).not.toContain('<f>');
});
