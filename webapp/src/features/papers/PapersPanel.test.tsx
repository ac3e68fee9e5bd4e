import type { Schemas } from '@openpmo/sdk';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { PapersPanel } from './PapersPanel';
import type { Paper } from './queries';

const operation = someOperation();
const paper = (more: Partial<Paper>): Paper => ({
  id: 'p1',
  participantId: 's1',
  participantName: 'École',
  kind: 'PARTICIPATION_AGREEMENT',
  status: 'MADE',
  language: 'fr',
  lacks: ['site.email'],
  madeAt: '2026-11-02T08:00:00+01:00',
  ...more,
});

function show(rows: Paper[], policy = ['paper:read', 'paper:create', 'paper:update', 'paperMail:send']) {
  const sent: unknown[] = [];
  serve({
    'GET /operations/{operationId}/papers': { body: rows },
    'GET /operations/{operationId}/participants': {
      body: [
        { id: 's1', name: 'École', energyType: 'consumer' },
        { id: 's2', name: 'Mairie', energyType: 'consumer' },
      ] as unknown as Schemas['Participant'][],
    },
    'POST /operations/{operationId}/papers/{paperId}/mail/send': (_: unknown, path: Record<string, string>) => {
      sent.push(path.paperId);
      return {
        body: { id: 'm2', kind: 'AGAIN', email: 'a@b.fr', askedAt: '2026-11-02T08:00:00+01:00', status: 'QUEUED' },
      };
    },
    'GET /operations/{operationId}/papers/{paperId}/mails': {
      body: [
        {
          id: 'm1',
          kind: 'FIRST',
          email: 'anne@example.org',
          askedAt: '2026-11-02T08:00:00+01:00',
          askedBy: 'Claire Martin',
          status: 'SENT',
        },
      ],
    },
    'POST /operations/{operationId}/papers/{paperId}/refusal': (body: unknown) => {
      sent.push(body);
      return { body: paper({ status: 'REFUSED' }) };
    },
  });
  const page = renderPage(
    <OperationContext value={operation}>
      <PapersPanel />
    </OperationContext>,
    { session: someSession({ policy }) },
  );
  return { ...page, sent };
}

describe('PapersPanel', () => {
  it('says who signed, what is left to the hand, and who has not signed a kind', async () => {
    const { container } = show([
      paper({}),
      paper({
        id: 'p2',
        participantId: 's2',
        participantName: 'Mairie',
        status: 'SIGNED',
        signedOn: '2026-11-03',
        signedBy: 'Anne Martin',
        lacks: [],
      }),
    ]);
    await screen.findByText(/À compléter à la main : 1/);
    screen.getByText(/Anne Martin, le/);
    expect(screen.getByRole('link', { name: 'Télécharger la copie signée, Mairie' }).getAttribute('href')).toBe(
      `/api/operations/${operation.id}/papers/p2/download?signed=true`,
    );
    fireEvent.click(screen.getByRole('button', { name: /Convention de participation/ }));
    expect((await screen.findByText('Sans ce papier signé : 1')).parentElement?.textContent).toContain('École');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('records the refusal of a tenant', async () => {
    const { sent } = show([paper({ kind: 'TENANT_NOTICE', noticeDate: '2026-11-02', refusalUntil: '2026-12-15' })]);
    fireEvent.click(await screen.findByRole('button', { name: 'Noter un refus, École' }));
    fireEvent.change(await screen.findByLabelText(/Refusé le/), { target: { value: '2026-11-05' } });
    fireEvent.change(screen.getByLabelText('Précision'), { target: { value: 'Par courrier' } });
    fireEvent.click(screen.getByRole('button', { name: 'Noter un refus' }));
    await waitFor(() => expect(sent).toEqual([{ refusedOn: '2026-11-05', note: 'Par courrier' }]));
  });

  it('says whom somebody wrote to, and writes again', async () => {
    const lastMail: Schemas['PaperMail'] = {
      id: 'm1',
      kind: 'FIRST',
      email: 'anne@example.org',
      askedAt: '2026-11-02T08:00:00+01:00',
      status: 'REFUSED',
      reason: 'mail.rejected',
    };
    const { sent } = show([paper({ lastMail }), paper({ id: 'p2', participantName: 'Mairie' })]);
    expect(await screen.findByText(/Prévenu anne@example.org \(Refusé par l’adresse\)/)).toBeVisible();
    expect(screen.getByText('Personne n’a été prévenu')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Prévenir à nouveau, École' }));
    await waitFor(() => expect(sent).toEqual(['p1']));
    fireEvent.click(screen.getByRole('button', { name: 'Messages, École' }));
    expect(await screen.findByText(/premier envoi · .*par Claire Martin/)).toBeVisible();
  });

  it('has no acts for who only reads', async () => {
    show([paper({})], ['paper:read']);
    await screen.findByText('École');
    expect(screen.queryByRole('button', { name: /copie signée|Préparer/ })).toBeNull();
  });
});
