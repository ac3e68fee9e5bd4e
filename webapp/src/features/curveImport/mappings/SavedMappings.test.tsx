import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../../test/render';
import { serve } from '../../../test/server';
import type { FileMapping } from './fileAnswers';
import { SavedMappings } from './SavedMappings';

configure({ asyncUtilTimeout: 10_000 });

const operation = someOperation();
const path = `/operations/${operation.id}/measurements/file-mappings`;
const mapping: FileMapping = {
  id: '0199b0aa-0000-7000-8000-000000000031',
  version: 4,
  name: 'Onduleur de la mairie',
  fingerprint: '5d41402abc4b2a76b9719d911017c592',
  header: ['date', 'puissance', 'compteur'],
  answers: {
    zone: 'UTC',
    nature: 'Prod',
    unit: 'KW',
    columns: [
      { index: 1, role: 'VALUE', unit: 'KW', dsoId: '99100000000013' },
      { index: 2, role: 'IGNORED', unit: 'WH', dsoId: '99100000000014' },
    ],
  },
  createdAt: '2026-11-01T08:00:00Z',
  createdBy: 'Jeanne Martin',
  updatedAt: '2026-11-02T08:00:00Z',
};

const open = (onError?: (error: unknown) => void) =>
  renderPage(
    <OperationContext value={operation}>
      <SavedMappings />
    </OperationContext>,
    { session: someSession({ policy: ['curve:import'] }), ...(onError ? { onError } : {}) },
  );

/** Opens the menu of the row and chooses an action. */
async function choose(action: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Actions sur Onduleur de la mairie' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: action }));
}

/** Presses the delete button of the row, then the one of the question. */
async function forget() {
  await choose('Supprimer');
  const dialog = await screen.findByRole('dialog', {
    name: 'Supprimer la correspondance «\u202fOnduleur de la mairie\u202f»',
  });
  expect(within(dialog).getByText(/Les imports déjà faits restent/)).toBeInTheDocument();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Supprimer' }));
}

describe('SavedMappings', { timeout: 90_000 }, () => {
  it('lists what is remembered, and forgets it once that is confirmed', async () => {
    let kept = [mapping];
    const asked = serve({
      'GET /operations/{operationId}/measurements/file-mappings': () => ({ body: kept }),
      'DELETE /operations/{operationId}/measurements/file-mappings/{mappingId}': () => {
        kept = [];
        return { status: 204 };
      },
    });
    const { container } = open();
    const region = await screen.findByRole('region', { name: 'Correspondances enregistrées' });
    const table = within(region).getByRole('table', { name: 'Réponses retenues, par nom' });
    expect(within(table).getByText('Onduleur de la mairie')).toBeInTheDocument();
    expect(
      within(table).getByText('Temps universel (UTC) · Production · Puissance en kW · 1 site'),
    ).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
    expect(asked.filter((call) => call.startsWith('DELETE'))).toEqual([]);
    await forget();
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
    expect(asked.filter((call) => call.startsWith('DELETE'))).toEqual([`DELETE ${path}/${mapping.id}`]);
  });

  it('changes the name and the answers', async () => {
    const sent: unknown[] = [];
    const tags: (string | null)[] = [];
    serve({
      'GET /operations/{operationId}/measurements/file-mappings': { body: [mapping] },
      'GET /operations/{operationId}/participants': { body: [] },
      'PUT /operations/{operationId}/measurements/file-mappings/{mappingId}': (body, _, { headers }) => {
        sent.push(body);
        tags.push(headers.get('If-Match'));
        return tags.length === 1 ? { status: 412, body: { key: 'object.changed', status: 412 } } : { body: mapping };
      },
    });
    open();
    expect(await screen.findByText('date · puissance · compteur')).toBeInTheDocument();
    await choose('Modifier');
    const dialog = await screen.findByRole('dialog', {
      name: 'Modifier la correspondance «\u202fOnduleur de la mairie\u202f»',
    });
    expect(await accessibilityProblems(dialog)).toEqual([]);
    fireEvent.change(within(dialog).getByLabelText(/^Nom/), { target: { value: ' Onduleur du toit ' } });
    fireEvent.mouseDown(within(dialog).getByRole('combobox', { name: /^Heure du fichier/ }));
    fireEvent.click(await screen.findByRole('option', { name: 'lu dans le fichier, ou demandé' }));
    expect(within(dialog).getByRole('group', { name: 'compteur' })).toBeInTheDocument();
    const save = within(dialog).getByRole('button', { name: 'Enregistrer' });
    fireEvent.click(save);
    expect(await within(dialog).findByText(/a été modifié entre-temps/)).toBeInTheDocument();
    fireEvent.click(save);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(tags).toEqual(['"4"', '"4"']);
    const { zone: _zone, ...kept } = mapping.answers;
    expect(sent[1]).toEqual({ name: 'Onduleur du toit', answers: kept });
  });

  it('keeps the list when the server refuses, and says so', async () => {
    serve({
      'GET /operations/{operationId}/measurements/file-mappings': { body: [mapping] },
      'DELETE /operations/{operationId}/measurements/file-mappings/{mappingId}': {
        status: 403,
        body: { key: 'forbidden', status: 403 },
      },
    });
    const errors: unknown[] = [];
    open((error) => errors.push(error));
    await forget();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Onduleur de la mairie')).toBeInTheDocument();
    expect(errors).toHaveLength(1);
  });

  it('is not there without anything remembered', async () => {
    const asked = serve({ 'GET /operations/{operationId}/measurements/file-mappings': { body: [] } });
    open();
    await waitFor(() => expect(asked).toEqual([`GET ${path}`]));
    expect(screen.queryByRole('region', { name: 'Correspondances enregistrées' })).toBeNull();
  });

  it('says which match no file any more, and what to do', async () => {
    serve({ 'GET /operations/{operationId}/measurements/file-mappings': { body: [{ ...mapping, outdated: true }] } });
    open();
    expect(await screen.findByText('Ne s’applique plus')).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent(/Supprimez-les/);
  });
});
