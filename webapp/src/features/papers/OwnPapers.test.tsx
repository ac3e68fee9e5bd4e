import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { accessibilityProblems, renderPage, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { OwnPapers } from './OwnPapers';
import type { Paper } from './queries';

const made: Paper = {
  id: 'p1',
  participantId: 's1',
  participantName: 'École',
  kind: 'PARTICIPATION_AGREEMENT',
  status: 'MADE',
  language: 'fr',
  lacks: [],
  madeAt: '2026-11-02T08:00:00+01:00',
};

it('lists one’s own papers, and sends back the signed copy', async () => {
  const sent: string[] = [];
  serve({
    'GET /participants/{participantId}/papers': {
      body: [
        made,
        { ...made, id: 'p2', kind: 'TENANT_NOTICE', noticeDate: '2026-10-01', refusalUntil: '2026-11-01' },
        { ...made, id: 'p3', kind: 'SEPA_MANDATE', status: 'SIGNED', signedOn: '2026-11-03', signedBy: 'Anne Martin' },
      ],
    },
    'POST /participants/{participantId}/papers/{paperId}/signature': (form, path) => {
      sent.push(`${path.paperId} ${form.get('signedBy')}`);
      return { body: { ...made, status: 'SIGNED' } };
    },
  });
  const { container } = renderPage(<OwnPapers site={{ id: 's1', name: 'École' }} named={false} />, {
    session: someSession({ policy: ['paper:readOwn', 'paper:send'] }),
  });
  expect(await screen.findByRole('heading', { name: 'Mes papiers' })).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByRole('link', { name: 'Copie signée, Mandat SEPA' }).getAttribute('href')).toBe(
    '/api/participants/s1/papers/p3/download?signed=true',
  );
  expect(screen.queryByRole('button', { name: 'Refuser de participer' })).toBeNull(); // its last day is past
  expect(await accessibilityProblems(container)).toEqual([]);
  fireEvent.click(screen.getAllByRole('button', { name: 'Renvoyer signé' })[0] as HTMLElement);
  fireEvent.change(await screen.findByLabelText(/Signataire/), { target: { value: 'Anne Martin' } });
  fireEvent.change(screen.getByLabelText(/Copie signée \(PDF/), {
    target: { files: [new File(['%PDF-1.7'], 'signe.pdf', { type: 'application/pdf' })] },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Ajouter la copie signée' }));
  await waitFor(() => expect(sent).toEqual(['p1 Anne Martin']));
});
