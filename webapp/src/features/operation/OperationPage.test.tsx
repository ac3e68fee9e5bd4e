import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { OperationPage } from './OperationPage';

const operation = someOperation({
  theme: { primary: '#001e62', secondary: '#f3b617' },
  interlocutor: { legalName: 'Soleil' },
});

const render = (policy: string[]) =>
  renderPage(
    <OperationContext value={operation}>
      <OperationPage />
    </OperationContext>,
    { session: someSession({ policy }) },
  );

const setup = {
  complete: false,
  steps: [],
  fieldsNumber: 7,
  lacks: [
    { field: 'interlocutor.email', blocks: ['ANSWERS' as const] },
    { field: 'position', blocks: ['MAP' as const] },
  ],
};

describe('OperationPage', () => {
  it('says what each empty field stands in the way of, and leads to its place', async () => {
    const sent = vi.fn();
    serve({
      'GET /operations/{operationId}/setup': { body: setup },
      'PUT /operations/{operationId}': (body) => {
        sent(body);
        return { body: operation };
      },
    });
    const { container } = render(['operation:update']);
    expect(await screen.findByText('5 informations sur 7')).toBeVisible();
    expect(screen.getByText(/les réponses aux messages ne vous parviennent pas/)).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: /Compléter : Adresse e-mail/ }));
    // The one field, which is stored by itself though others are empty too.
    const dialog = await screen.findByRole('dialog', { name: 'Adresse e-mail' });
    expect(within(dialog).getAllByRole('textbox')).toHaveLength(1);
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'pmo@example.org' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ interlocutor: { email: 'pmo@example.org' } }));
  });

  it('stores who runs the operation with fields that are empty still', async () => {
    const sent = vi.fn();
    serve({
      'GET /operations/{operationId}/setup': { body: setup },
      'PUT /operations/{operationId}': (body) => {
        sent(body);
        return { body: operation };
      },
    });
    render(['operation:update']);
    fireEvent.click(await screen.findByRole('button', { name: 'Modifier' }));
    const dialog = await screen.findByRole('dialog', { name: 'La PMO de l’opération' });
    fireEvent.change(within(dialog).getByLabelText('Commune'), { target: { value: 'Fougères' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() =>
      expect(sent).toHaveBeenCalledWith({
        interlocutor: expect.objectContaining({ legalName: 'Soleil', city: 'Fougères', taxId: '' }),
      }),
    );
  });

  it('stores where the operation is', async () => {
    const sent = vi.fn();
    serve({
      'GET /operations/{operationId}/setup': { body: setup },
      'PUT /operations/{operationId}': (body) => {
        sent(body);
        return { body: operation };
      },
    });
    render(['operation:update']);
    fireEvent.click(await screen.findByRole('button', { name: /Compléter : Position/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Position sur la carte' });
    fireEvent.change(within(dialog).getByLabelText(/Latitude/), { target: { value: '48,3517' } });
    fireEvent.change(within(dialog).getByLabelText(/Longitude/), { target: { value: '-1,2044' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ latitude: 48.3517, longitude: -1.2044 }));
  });

  it('proposes the nearest colour that can be read, and takes nothing before', async () => {
    const sent = vi.fn();
    serve({
      'PUT /operations/{operationId}/theme': (body) => {
        sent(body);
        return body?.primary === '#ffd900'
          ? {
              status: 400,
              body: { key: 'theme.tooLight', params: { colour: '#ffd900', contrast: 1.3, nearest: '#8a750b' } },
            }
          : { body: { primary: '#8a750b', secondary: '#f3b617' } };
      },
    });
    const { container } = render(['theme:update']);
    const apply = screen.getByRole('button', { name: 'Appliquer à tous les utilisateurs' });
    expect(apply).toBeDisabled();
    fireEvent.change(screen.getByRole('textbox', { name: 'Couleur principale' }), { target: { value: '#ffd900' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Prendre cette couleur' }));
    expect(screen.getByRole('textbox', { name: 'Couleur principale' })).toHaveValue('#8a750b');
    await waitFor(() => expect(apply).toBeEnabled());
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(apply);
    await waitFor(() => expect(sent).toHaveBeenLastCalledWith({ primary: '#8a750b', secondary: '#f3b617' }));
    fireEvent.click(screen.getByRole('button', { name: 'Rétablir les couleurs par défaut' }));
    expect(screen.getByRole('textbox', { name: 'Couleur principale' })).toHaveValue('#001e62');
  });

  it('sends a picture, and says why one is refused', async () => {
    serve({
      'POST /operations/{operationId}/upload-logo': { status: 400, body: { key: 'logo.noPicture' } },
    });
    render(['theme:update']);
    const file = new File(['<svg/>'], 'logo.png', { type: 'image/png' });
    fireEvent.change(screen.getByLabelText(/Choisir un logo/), { target: { files: [file] } });
    expect(await screen.findByText(/n’est pas une image lisible/)).toBeVisible();
  });

  it('shows who runs the operation to those who change nothing', () => {
    serve({});
    render([]);
    expect(screen.getByText('Soleil')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
