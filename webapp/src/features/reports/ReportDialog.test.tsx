import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../api/operations';
import * as files from '../../design/files';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { type Answers, serve } from '../../test/server';
import { periodsUntil, usualPeriod } from './periods';
import type { ReportLink, Subject } from './queries';
import { ReportDialog } from './ReportDialog';

const operation = someOperation();
const site: Subject = { kind: 'site', siteId: 's', name: 'Boulangerie' };

const link = (part: Partial<ReportLink> = {}): ReportLink => ({
  id: 'l',
  period: '2026-10',
  startDate: '2026-10-01',
  endDate: '2026-10-31',
  url: '/api/report-links/x',
  createdAt: '2026-11-20T08:00:00+01:00',
  expiresAt: '2099-01-01T00:00:00+01:00',
  downloadsNumber: 2,
  mailed: false,
  ...part,
});

function open(subject: Subject, answers: Answers, policy: string[] = ['report:share', 'report:send']) {
  const calls = serve(answers);
  const page = (
    <OperationContext value={operation}>
      <ReportDialog subject={subject} own={false} proposed={usualPeriod('2026-11-20')} onClose={() => undefined} />
    </OperationContext>
  );
  return { ...renderPage(page, { session: someSession({ policy }) }), calls };
}

describe('the report of a site', () => {
  it('is saved under the name that the server gives it', async () => {
    const save = vi.spyOn(files, 'saveBlob').mockImplementation(() => undefined);
    open(site, {
      'GET /participants/{participantId}/report': {
        file: { type: 'application/octet-stream', name: 'rapport-boulangerie.pdf', text: '%PDF' },
      },
      'GET /participants/{participantId}/report/links': { body: [] },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Télécharger le PDF' }));
    await waitFor(() => expect(save).toHaveBeenCalledWith(expect.anything(), 'rapport-boulangerie.pdf'));
  });

  it('is shared by a link, of which those that lead somewhere are ended', async () => {
    const sent = vi.fn();
    const { baseElement } = open(site, {
      'GET /participants/{participantId}/report/links': {
        body: [link(), link({ id: 'o', revokedAt: '2026-11-21T08:00:00+01:00' })],
      },
      'POST /participants/{participantId}/report/links': (body) => {
        sent(body);
        return { status: 201, body: link() };
      },
      'DELETE /participants/{participantId}/report/links/{reportLinkId}': (_, path) => {
        sent(path.reportLinkId);
        return { status: 204 };
      },
    });
    const rows = within(await screen.findByRole('list', { name: 'Liens' })).getAllByRole('listitem');
    expect(rows[0]?.textContent).toMatch(/octobre 2026, jusqu’au 31\/12\/2098 \(2 téléchargements\)/);
    expect(rows[1]?.textContent).toBe('octobre 2026, terminé');
    expect(await accessibilityProblems(baseElement as HTMLElement)).toEqual([]);
    fireEvent.change(screen.getByLabelText('Dernier jour du lien'), { target: { value: '2026-12-31' } });
    fireEvent.click(screen.getByRole('button', { name: 'Créer le lien' }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.objectContaining({ lastDay: '2026-12-31' })));
    fireEvent.click(screen.getByRole('button', { name: 'Désactiver' }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith('l'));
  });

  it('has no links for who may not make them', async () => {
    open(site, {}, ['report:read']);
    expect(await screen.findByRole('button', { name: 'Télécharger le PDF' })).toBeTruthy();
    expect(screen.queryByText('Partager par un lien')).toBeNull();
  });
});

describe('the report of an operation', () => {
  it('goes to the participants after a question, and says who was not reached', async () => {
    open(
      { kind: 'operation', operationId: operation.id },
      {
        'POST /operations/{operationId}/report/send': { status: 202, body: { jobId: 'j' } },
        'GET /jobs/{jobId}': {
          body: {
            id: 'j',
            kind: 'reportSend',
            status: 'SUCCESS',
            progress: { pending: 0, success: 2, failure: 0, total: 2 },
            createdAt: '2026-11-20T08:00:00+01:00',
            result: { mailed: 2, unreached: ['École'], failed: [] },
          },
        },
      },
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Envoyer aux participants' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Envoyer les rapports' }));
    expect(await screen.findByText('2 rapports envoyés')).toBeTruthy();
    expect(screen.getByText('Sans adresse : École')).toBeTruthy();
  });
});

describe('periods of reports', () => {
  it('are months and years that have begun', () => {
    expect(periodsUntil('2026-11-20').months.slice(0, 2)).toEqual(['2026-11', '2026-10']);
    expect(periodsUntil('2026-11-20').years).toEqual(['2026', '2025', '2024']);
    expect(periodsUntil('2027-01-01')).toMatchObject({ months: expect.arrayContaining(['2026-12']) });
    expect(periodsUntil('2027-01-01').months[0]).toBe('2026-12');
    expect(periodsUntil('2027-01-01').years[0]).toBe('2026');
    expect(usualPeriod('2027-01-15')).toBe('2026-12');
  });
});
