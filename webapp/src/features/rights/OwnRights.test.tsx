import type { Schemas } from '@openpmo/sdk';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { OwnRights } from './OwnRights';

const operation = someOperation();
const rights = (more: Partial<Schemas['SiteRights']> = {}): Schemas['SiteRights'] => ({
  participantId: 's1',
  currentVersion: 'V1',
  consents: [
    {
      purpose: 'CURVES',
      given: true,
      lines: [
        {
          id: 'c1',
          version: 'V1',
          given: true,
          on: '2026-01-05',
          how: 'RECORDED',
          proof: 'Bulletin signé',
          recordedAt: '2026-01-06T08:00:00+01:00',
        },
      ],
    },
    { purpose: 'MESSAGES', given: false, lines: [] },
  ],
  requests: [],
  ...more,
});

function show(read = rights(), policy = ['consent:read', 'consent:create', 'siteRequest:create']) {
  const sent: unknown[] = [];
  serve({
    'GET /participants/{participantId}/rights': { body: read },
    'POST /participants/{participantId}/consents': (body: unknown) => {
      sent.push(body);
      return { body: read };
    },
    'POST /participants/{participantId}/requests': (body: unknown) => {
      sent.push(body);
      return {
        body: {
          id: 'r1',
          participantId: 's1',
          participantName: 'École',
          kind: 'LEAVE',
          askedAt: '2026-11-20T09:00:00+01:00',
        },
      };
    },
  });
  const page = renderPage(
    <OperationContext value={operation}>
      <OwnRights site={{ id: 's1', name: 'École' }} named={false} />
    </OperationContext>,
    { session: someSession({ policy }) },
  );
  return { ...page, sent };
}

describe('OwnRights', () => {
  it('says what was agreed to with its proof, and takes it back after a word of warning', async () => {
    const { sent, container } = show();
    await screen.findByText(/Bulletin signé/);
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Retirer mon accord, Courbes de charge' }));
    expect(sent).toEqual([]);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Retirer mon accord' }));
    await waitFor(() => expect(sent).toEqual([{ purpose: 'CURVES', given: false, textVersion: 'V1' }]));
  });

  it('asks to leave by a last day, and not again while that waits', async () => {
    const { sent } = show();
    fireEvent.click(await screen.findByRole('button', { name: 'Quitter l’opération' }));
    fireEvent.change(await screen.findByLabelText(/Dernier jour/), { target: { value: '2026-12-31' } });
    fireEvent.click(screen.getByRole('button', { name: 'Envoyer la demande' }));
    await waitFor(() => expect(sent).toEqual([{ kind: 'LEAVE', day: '2026-12-31' }]));
  });

  it('shows the answer, and no acts to who only reads', async () => {
    show(
      rights({
        requests: [
          {
            id: 'r1',
            participantId: 's1',
            participantName: 'École',
            kind: 'MOVE',
            day: '2026-12-31',
            askedAt: '2026-11-20T09:00:00+01:00',
            outcome: 'REFUSED',
            answer: 'Le préavis court',
            answeredAt: '2026-11-21T09:00:00+01:00',
          },
        ],
      }),
      ['consent:read'],
    );
    await screen.findByText(/Le préavis court/);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
