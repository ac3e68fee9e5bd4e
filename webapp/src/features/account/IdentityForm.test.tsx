import { fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dismissAll, useSnackbars } from '../../design/snackbars';
import { renderPage, someSession } from '../../test/render';
import { type Answer, serve } from '../../test/server';
import { IdentityForm } from './IdentityForm';

beforeEach(dismissAll);
afterEach(() => {});

const session = someSession();
const info = { id: session.id, email: session.email, role: session.role, language: 'fr' as const, firstname: 'Noé' };

it.each<[string, Answer<'PUT /users/{userId}/account-info'>, string]>([
  ['success', { body: info }, 'Vos modifications ont bien été enregistrées'],
  [
    'error',
    { status: 500, body: { key: 'internal' } },
    'Une erreur s’est produite lors de l’enregistrement des données',
  ],
])('says in the exact words what came of saving: %s', async (variant, answer, text) => {
  serve({ 'PUT /users/{userId}/account-info': answer, 'GET /session': { body: session } });
  renderPage(<IdentityForm info={info} etag={'"1"'} />, { session });
  fireEvent.change(screen.getByLabelText('Prénom'), { target: { value: 'Léa' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  const { result: shown } = renderHook(useSnackbars);
  await waitFor(() => expect(shown.current).toHaveLength(1));
  expect(shown.current[0]).toMatchObject({ variant, text });
});
