import type { Schemas } from '@openpmo/sdk';
import { configure, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { someJob } from '../../../test/records';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../../test/render';
import { serve } from '../../../test/server';
import { UploadPanel } from './UploadPanel';

configure({ asyncUtilTimeout: 10_000 });

const ean = '541448920000000010';

/** Answers like the server: refusals first, one after the other; counts what was sent. */
function serveUploads(event: Schemas['UploadEvent'], ...refusals: Partial<Schemas['Problem']>[]) {
  let sent = 0;
  serve({
    'GET /operations/{operationId}/measurements/upload-event': { body: event },
    'POST /operations/{operationId}/measurements/upload-permanent-dataset': () => {
      const refusal = refusals[sent];
      sent += 1;
      return refusal ? { status: 400, body: refusal } : { status: 202, body: { status: 'started' } };
    },
  });
  return () => sent;
}

const open = () =>
  renderPage(
    <OperationContext value={someOperation({ dso: 'SIBELGA' })}>
      <UploadPanel />
    </OperationContext>,
    { session: someSession({ policy: ['upload:view', 'curve:import'] }) },
  );

const send = () => fireEvent.click(screen.getByRole('button', { name: 'Envoyer les deux fichiers' }));
const choose = async (...names: string[]) =>
  userEvent.upload(
    await screen.findByLabelText(/Fichiers de Sibelga/),
    names.map((name) => new File([name], name)),
  );

describe('UploadPanel', { timeout: 90_000 }, () => {
  it('wants two files and proposes names that the operator allows', async () => {
    const sent = serveUploads(
      { status: 'none' },
      { key: 'InvalidFilesNumber', status: 400, params: { expected: 2, received: 1 } },
      { key: 'InvalidFileName', status: 400, params: { fileName: 'Volumes août.xlsx' } },
    );
    const { container } = open();
    await screen.findByLabelText(/Fichiers de Sibelga/);
    send();
    expect(await screen.findByText(/Deux fichiers sont attendus/)).toBeInTheDocument();
    expect(sent()).toBe(0);
    await choose('Volumes août.xlsx');
    expect(screen.queryByText(/Deux fichiers sont attendus/)).toBeNull();
    send();
    expect(await screen.findByRole('alert')).toHaveTextContent(/Envoi refusé.*Deux fichiers sont attendus/);
    await choose('quarts.csv');
    expect(screen.queryByRole('alert')).toBeNull();
    send();
    expect(await screen.findByRole('alert')).toHaveTextContent(/Le nom du fichier Volumes août\.xlsx contient/);
    expect(screen.getByText('Volumes août.xlsx → Volumes_aout.xlsx')).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Accepter ces noms' }));
    send();
    expect(await screen.findByText('Contrôle et enregistrement en cours')).toBeInTheDocument();
    expect(screen.getByText(/^Volumes_aout\.xlsx, quarts\.csv, à /)).toBeInTheDocument();
    expect(sent()).toBe(3);
  });

  it('goes on with an upload that was running before', async () => {
    serveUploads({ status: 'started', startedAt: new Date().toISOString(), files: [{ name: 'm.csv', size: 1 }] });
    open();
    expect(await screen.findByText('Contrôle et enregistrement en cours')).toBeInTheDocument();
    expect(screen.getByText(/m\.csv/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Envoyer les deux fichiers' })).toBeNull();
  });

  it('says when it takes too long', async () => {
    serveUploads({ status: 'started', startedAt: '2026-01-01T00:00:00Z' });
    open();
    expect(await screen.findByText(/L’envoi a pris trop de temps/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Vérifier maintenant' })).toBeInTheDocument();
  });

  it('names people beside their EAN with what mends it, and at most four dates', async () => {
    const days = ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04', '2026-10-05'];
    const person = { ean, name: 'École', participantId: 'p', days };
    serveUploads({
      status: 'failed',
      startedAt: '2026-11-01T00:00:00Z',
      files: [],
      error: { name: 'IncompleteData', fields: { consumers: [person], producers: [], dates: days } },
      errors: [{ key: 'IncompleteData' }],
    });
    const { container } = open();
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('École')).toBeInTheDocument();
    expect(alert).toHaveTextContent(`EAN ${ean}`);
    expect(alert).toHaveTextContent(/1er oct\. 2026, 2 oct\. 2026, 3 oct\. 2026, 4 oct\. 2026…/);
    expect(within(alert).getByRole('link')).toHaveAttribute('href', expect.stringContaining('?p=p'));
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('tells a refusal at once', async () => {
    serveUploads({ status: 'none' }, { key: 'UploadInProgress', status: 409, params: { id: 'x' } });
    open();
    await choose('m.csv', 'q.csv');
    send();
    expect(await screen.findByText('Un envoi est déjà en cours pour cette opération.')).toBeInTheDocument();
  });

  it('waits for a yes where values look like a mistake, and sends it once', async () => {
    const importId = '0199b0aa-0000-7000-8000-000000000077';
    const held: Schemas['UploadEvent'] = {
      id: importId,
      status: 'failed',
      startedAt: '2026-11-01T00:00:00Z',
      files: [{ name: 'm.csv', size: 1 }],
      error: { name: 'import.suspected', fields: {} },
      errors: [{ key: 'import.suspected', params: { count: 1 } }],
    };
    let event: Schemas['UploadEvent'] = held;
    const asked = serve({
      'GET /operations/{operationId}/measurements/upload-event': () => ({ body: event }),
      'POST /operations/{operationId}/measurements/imports/{importId}/confirm': () => {
        event = { ...held, status: 'succeeded', months: ['2026-10'], points: 2976, registers: 2 };
        return { status: 202, body: someJob({ id: importId, status: 'PENDING' }) };
      },
    });
    open();
    const yes = await screen.findByRole('button', { name: 'Importer quand même' });
    expect(screen.getByRole('button', { name: /Abandonner/ })).toBeInTheDocument();
    fireEvent.click(yes);
    expect(await screen.findByText(/octobre 2026/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Importer quand même' })).toBeNull();
    const posted = asked.filter((call) => call.startsWith('POST'));
    expect(posted).toEqual([expect.stringMatching(new RegExp(`/measurements/imports/${importId}/confirm$`))]);
  });
});
