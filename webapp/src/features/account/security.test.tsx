import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { dismissAll } from '../../design/snackbars';
import { accessibilityProblems, renderPage, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { AccountSecurityPage } from './AccountSecurityPage';
import type { OpenSession } from './queriesSecurity';
import { AccountTokensPage } from './tokens/AccountTokensPage';

beforeEach(dismissAll);

const session = someSession({
  policy: ['invoice:read', 'invoice:publish', 'curve:import', 'token:create', 'home:visit'],
});
const open = (n: number, part: Partial<OpenSession> = {}): OpenSession => ({
  id: `0199b0aa-0000-7000-8000-00000000000${n}`,
  current: false,
  knownDevice: true,
  browser: 'Firefox',
  system: 'Linux',
  createdAt: '2026-11-20T08:00:00+01:00',
  lastUsedAt: '2026-11-20T09:00:00+01:00',
  expiresAt: '2026-11-20T21:00:00+01:00',
  ...part,
});
const info = { id: session.id, email: session.email, role: session.role, language: 'fr' as const };

function openSecurity(list: OpenSession[], more = {}) {
  const calls = serve({
    'GET /sessions': { body: list, total: list.length },
    'GET /users/{userId}/account-info': { body: { ...info, ...more } },
    'DELETE /sessions/{sessionId}': { status: 204 },
    'DELETE /sessions': { status: 204 },
    'POST /users/{userId}/email-change': {
      status: 400,
      body: { key: 'password.wrong', errors: [{ key: 'password.wrong', field: 'password' }] },
    },
  });
  return { calls, ...renderPage(<AccountSecurityPage />, { session }) };
}

it('lists where one is signed in, says what is new, ends one, and all others after a question', async () => {
  const { calls, container } = openSecurity([
    open(1, { current: true }),
    open(2, { browser: 'Safari', system: 'iOS', knownDevice: false }),
    open(3),
  ]);
  const row = (await screen.findByText('Safari sur iOS')).closest('li') as HTMLElement;
  expect(row).toHaveTextContent('Première connexion sur cet appareil');
  expect(await accessibilityProblems(container)).toEqual([]);
  fireEvent.click(within(row).getByRole('button'));
  await waitFor(() => expect(calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Fermer les 2 autres sessions' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Fermer' }));
  await waitFor(() => expect(calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(2));
  const own = screen.getByText('Cet appareil').closest('li') as HTMLElement;
  expect(within(own).queryByRole('button')).toBeNull();
});

it('asks for the password with another address, and says beside the field that it is wrong', async () => {
  openSecurity([open(1, { current: true })]);
  fireEvent.click(await screen.findByRole('button', { name: 'Changer d’adresse' }));
  fireEvent.change(screen.getByLabelText('Nouvelle adresse'), { target: { value: 'new@exemple.fr' } });
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer le lien' }));
  expect(await screen.findByText('Le mot de passe est incorrect.')).toBeVisible();
});

it('says which address waits for a yes', async () => {
  openSecurity([open(1, { current: true })], { newEmail: 'new@exemple.fr' });
  expect(await screen.findByText(/Un lien a été envoyé à new@exemple.fr/)).toBeVisible();
});

it('makes a token that only reads unless more is asked for, shows it once and revokes it after a question', async () => {
  const token = {
    id: '0199b0aa-0000-7000-8000-000000000009',
    name: 'nuit',
    scopes: ['invoice:read'],
    createdAt: '2026-11-20T08:00:00+01:00',
  };
  let sent: unknown;
  const calls = serve({
    'GET /tokens': { body: [token], total: 1 },
    'POST /tokens': (body) => {
      sent = body;
      return { status: 201 as const, body: { ...token, secret: 'pmo_once' } };
    },
    'DELETE /tokens/{tokenId}': { status: 204 },
  });
  renderPage(<AccountTokensPage />, { session });
  expect(await screen.findByText('Lecture seule')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Créer un jeton' }));
  const name = await screen.findByLabelText(/À quoi sert-il/);
  fireEvent.change(name, { target: { value: 'nuit' } });
  fireEvent.click(screen.getByRole('button', { name: 'Créer' }));
  expect(await screen.findByText('pmo_once')).toBeVisible();
  expect(sent).toMatchObject({ name: 'nuit', scopes: ['invoice:read'] });
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Fermer' }));
  await waitFor(() => expect(screen.queryByText('pmo_once')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Supprimer le jeton nuit' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Supprimer' }));
  await waitFor(() => expect(calls.some((call) => call.startsWith('DELETE'))).toBe(true));
});
