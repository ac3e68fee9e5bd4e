import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../../test/render';
import { serve } from '../../../test/server';
import type { HistoryEntry } from '../queries';
import { HistoryCard } from './HistoryCard';

const entry = (id: string, part: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id,
  at: '2026-11-20T10:15:00+01:00',
  act: 'SITE_UPDATED',
  how: 'HAND',
  by: { role: 'organizer', you: false, name: 'Odile Organiste' },
  objectKind: 'participant',
  objectId: 's1',
  ...part,
});

function open(entries: HistoryEntry[], policy: string[] = ['curve:import']) {
  serve({
    'GET /operations/{operationId}/history': (_sent, _path, request) => {
      const query = new URL(request.url).searchParams;
      expect([query.get('objectKind'), query.get('objectId')]).toEqual(['participant', 's1']);
      return { body: entries };
    },
  });
  return renderPage(
    <OperationContext value={someOperation()}>
      <HistoryCard kind="participant" id="s1" />
    </OperationContext>,
    { session: someSession({ policy }) },
  );
}

describe('the history of a thing', () => {
  it('says when, what, who and with what', async () => {
    const { container } = open([
      entry('1', { details: { fields: ['city', 'activation'], exit: '2026-11-30' } }),
      entry('2', {
        act: 'DSO_ANSWER_RECORDED',
        by: { role: 'organizer', you: true },
        details: { request: 'EXIT', answer: 'REFUSED', reason: 'Hors zone' },
      }),
      entry('3', {
        act: 'CURVES_IMPORTED',
        how: 'SERVER',
        by: { you: false },
        objectKind: 'curveImport',
        objectId: 'i1',
      }),
      entry('4', {
        act: 'INVOICES_PUBLISHED',
        how: 'TOKEN',
        by: { role: 'organizer', you: false },
        objectKind: 'event',
      }),
    ]);
    expect(await screen.findByText('Site modifié')).toBeVisible();
    expect(screen.getByText(/^commune, dates dans le périmètre · dernier jour le 30\/11\/2026$/)).toBeVisible();
    expect(screen.getByText('Odile Organiste')).toBeVisible();
    expect(screen.getByText(/Sortie refusée · motif.: Hors zone/)).toBeVisible();
    expect(screen.getByText('Vous')).toBeVisible();
    expect(screen.getByText('Le serveur')).toBeVisible();
    expect(screen.getByText('Organisateur · par un programme')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Courbes importées' })).toHaveAttribute(
      'href',
      `/pmo/operations/${someOperation().id}/imports/i1`,
    );
    expect(screen.getAllByRole('link')).toHaveLength(1); // what the page is about leads nowhere else
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('says from what to what, in words, where that is nothing personal', async () => {
    open([
      entry('1', {
        details: {
          fields: ['activation', 'city', 'contractPower', 'entityType', 'isProsumer'],
          values: [
            { field: 'entityType', from: 'partOther', to: 'proArtisan' },
            { field: 'isProsumer', from: 'false', to: 'true' },
            { field: 'exit', to: '2026-11-30' },
            { field: 'contractPower', from: '36', to: '42.5' },
          ],
          exit: '2026-11-30',
        },
      }),
    ]);
    const told = (await screen.findByText(/→/)).textContent?.replace(/\s/g, ' ');
    expect(told).toBe(
      'type d’entité : Particulier - Autre → Professionnel - Artisan · consommateur et producteur : non → oui · dernier jour : rien → 30/11/2026 · puissance souscrite : 36 kW → 42,5 kW · commune',
    );
  });

  it('leads nowhere that one may not go', async () => {
    open([entry('3', { act: 'CURVES_IMPORTED', objectKind: 'curveImport', objectId: 'i1' })], []);
    expect(await screen.findByText('Courbes importées')).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('says that there is none yet', async () => {
    open([]);
    expect(await screen.findByText('Rien n’a encore été noté.')).toBeVisible();
  });
});
