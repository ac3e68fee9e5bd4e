import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { onUnauthorized } from '../../api/client';
import { accessibilityProblems, renderPage, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { InitAccountPage } from './InitAccountPage';
import { LoginPage } from './LoginPage';
import { PasswordForm } from './PasswordForm';
import { TermsDialog } from './TermsDialog';

afterEach(() => {
  onUnauthorized(() => {});
});

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('LoginPage', () => {
  it('warns above the form in the exact words, and is no ended session', async () => {
    const ended = vi.fn();
    onUnauthorized(ended);
    serve({ 'POST /session/login': { status: 401, body: { key: 'login.invalid' } } });
    const { container } = renderPage(<LoginPage />, { path: '/login' });
    type('Adresse e-mail', 'a@b.c');
    type('Mot de passe', 'x');
    press('Se connecter');
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Utilisateur inconnu ou mot de passe incorrect$/);
    expect(ended).not.toHaveBeenCalled();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it.each([
    [{}, '/pmo/account?tab=1'],
    [{ initialized: false }, '/initAccount'],
    [{ hasAcceptedCgu: false }, '/pmo'],
  ])('with %j goes to %s', async (part, target) => {
    serve({
      'POST /session/login': { body: { success: true, role: 'organizer' } },
      'GET /session': { body: someSession(part) },
    });
    const { router } = renderPage(<LoginPage />, { path: '/login?redirect=%2Fpmo%2Faccount%3Ftab%3D1' });
    type('Adresse e-mail', 'organizer@demo.pmo');
    type('Mot de passe', 'secret');
    press('Se connecter');
    await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(target));
  });

  it('asks an account with a second factor for its code, and sends it with the password', async () => {
    const bodies: unknown[] = [];
    serve({
      'POST /session/login': (body) => {
        bodies.push(body);
        const key = ['login.codeRequired', 'login.codeInvalid'][bodies.length - 1];
        return key ? { status: 401, body: { key } } : { body: { success: true, role: 'organizer' } };
      },
      'GET /session': { body: someSession() },
    });
    const { router, container } = renderPage(<LoginPage />, { path: '/login' });
    expect(screen.queryByLabelText('Code de vérification')).toBeNull();
    type('Adresse e-mail', 'a@b.c');
    type('Mot de passe', 'x');
    press('Se connecter');
    expect(await screen.findByRole('alert')).toHaveTextContent('Saisissez maintenant votre code');
    expect(screen.getByLabelText('Code de vérification')).toHaveFocus();
    expect(await accessibilityProblems(container)).toEqual([]);
    type('Code de vérification', '111111');
    press('Se connecter');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Ce code est incorrect'));
    type('Code de vérification', ' 123456 ');
    press('Se connecter');
    await waitFor(() => expect(router.state.location.pathname).toBe('/pmo'));
    expect(bodies.at(-1)).toEqual({ email: 'a@b.c', password: 'x', code: '123456', application: 'pmo' });
  });

  it('asks for both fields before it asks the server', async () => {
    const asked = serve({});
    renderPage(<LoginPage />, { path: '/login' });
    press('Se connecter');
    expect(await screen.findAllByText('Ce champ est obligatoire')).toHaveLength(2);
    expect(asked.filter((call) => call.startsWith('POST'))).toEqual([]);
  });
});

describe('InitAccountPage with a one-time link', () => {
  it.each(['/initAccount#token=abc', '/initAccount?token=abc'])('%s chooses a password and goes in', async (path) => {
    const bodies: unknown[] = [];
    serve({
      'POST /account-links/accept': (body) => {
        bodies.push(body);
        return { body: { success: true, role: 'organizer' } };
      },
      'GET /session': { body: someSession({ hasAcceptedCgu: false }) },
    });
    const { router, container } = renderPage(<InitAccountPage />, { path });
    expect(await accessibilityProblems(container)).toEqual([]);
    type('Nouveau mot de passe', 'une-phrase-longue');
    type('Confirmer le nouveau mot de passe', 'une-phrase-longue');
    press('Ouvrir mon compte');
    await waitFor(() => expect(router.state.location.pathname).toBe('/pmo'));
    expect(bodies).toEqual([{ token: 'abc', newPassword: 'une-phrase-longue' }]);
  });

  it('says when the link has been used', async () => {
    const body = { key: 'account.linkInvalid', status: 400, errors: [{ key: 'account.linkInvalid', field: 'token' }] };
    serve({ 'POST /account-links/accept': { status: 400, body } });
    renderPage(<InitAccountPage />, { path: '/initAccount#token=abc' });
    type('Nouveau mot de passe', 'une-phrase-longue');
    type('Confirmer le nouveau mot de passe', 'une-phrase-longue');
    press('Ouvrir mon compte');
    expect(await screen.findByRole('alert')).toHaveTextContent(/Ce lien n’est plus valable/);
  });

  it('has another link sent in the place of an ended one, and does not tell whether one was', async () => {
    const body = { key: 'account.linkInvalid', status: 400, errors: [{ key: 'account.linkInvalid', field: 'token' }] };
    const asked: unknown[] = [];
    serve({
      'POST /account-links/accept': { status: 400, body },
      'POST /account-links/renew': (sent: unknown) => {
        asked.push(sent);
        return { status: 202 };
      },
    });
    renderPage(<InitAccountPage />, { path: '/initAccount#token=abc' });
    type('Nouveau mot de passe', 'une-phrase-longue');
    type('Confirmer le nouveau mot de passe', 'une-phrase-longue');
    press('Ouvrir mon compte');
    fireEvent.click(await screen.findByRole('button', { name: 'M’envoyer un nouveau lien' }));
    expect(await screen.findByText(/Si votre compte attend encore ce lien/)).toBeVisible();
    expect(asked).toEqual([{ token: 'abc' }]);
  });

  it('asks the first account of all for its address', async () => {
    const asked = serve({});
    renderPage(<InitAccountPage />, { path: '/initAccount#token=abc&first=1' });
    type('Nouveau mot de passe', 'une-phrase-longue');
    type('Confirmer le nouveau mot de passe', 'une-phrase-longue');
    press('Ouvrir mon compte');
    expect(await screen.findByText('Ce champ est obligatoire')).toBeInTheDocument();
    expect(asked.filter((call) => call.startsWith('POST'))).toEqual([]);
  });
});

describe('PasswordForm', () => {
  it('says a wrong old password in the exact words, with a way to the support', async () => {
    const ended = vi.fn();
    onUnauthorized(ended);
    serve({ 'PUT /users/update-pw-with-old': { status: 401, body: { key: 'password.oldInvalid' } } });
    renderPage(<PasswordForm onSaved={() => {}} />);
    type('Mot de passe actuel', 'faux');
    type('Nouveau mot de passe', 'une-phrase-longue');
    type('Confirmer le nouveau mot de passe', 'une-phrase-longue');
    press('Enregistrer');
    expect(await screen.findByRole('alert')).toHaveTextContent('L’ancien mot de passe indiqué est incorrect.');
    expect(ended).not.toHaveBeenCalled();
  });

  it('is led to the logout when the session has ended meanwhile', async () => {
    serve({ 'PUT /users/update-pw-with-old': { status: 401, body: { key: 'session.required' } } });
    const { router } = renderPage(<PasswordForm onSaved={() => {}} />, { path: '/pmo/account' });
    type('Mot de passe actuel', 'ancien');
    type('Nouveau mot de passe', 'une-phrase-longue');
    type('Confirmer le nouveau mot de passe', 'une-phrase-longue');
    press('Enregistrer');
    await waitFor(() => expect(router.state.location.pathname).toBe('/logout'));
    expect(router.state.location.search).toBe('?redirect=%2Fpmo%2Faccount');
  });

  it('gives the code of any other failure', async () => {
    const body = { key: 'internal', status: 500, requestId: 'r-9' };
    serve({ 'PUT /users/update-pw-with-old': { status: 500, body } });
    renderPage(<PasswordForm onSaved={() => {}} />);
    type('Mot de passe actuel', 'ancien');
    type('Nouveau mot de passe', 'une-phrase-longue');
    type('Confirmer le nouveau mot de passe', 'une-phrase-longue');
    press('Enregistrer');
    expect(await screen.findByRole('alert')).toHaveTextContent('internal · r-9');
  });

  it('compares the two new passwords', async () => {
    const asked = serve({});
    renderPage(<PasswordForm onSaved={() => {}} />);
    type('Mot de passe actuel', 'ancien');
    type('Nouveau mot de passe', 'une-phrase-longue');
    type('Confirmer le nouveau mot de passe', 'une-autre-phrase');
    press('Enregistrer');
    expect(await screen.findByText('Les deux mots de passe sont différents')).toBeInTheDocument();
    expect(asked.filter((call) => call.startsWith('PUT'))).toEqual([]);
  });
});

describe('TermsDialog', () => {
  it('accepts for oneself, reloads the person and goes home', async () => {
    const session = someSession({ hasAcceptedCgu: false });
    const asked = serve({
      'GET /terms': { body: { version: '1', publishedAt: '2026-01-01', text: '# Objet\nTexte.' } },
      'POST /cgu/accept-cgu/{userId}': { body: { version: '1', acceptedAt: '2026-01-02T00:00:00Z' } },
      'GET /session': { body: someSession() },
    });
    const { router } = renderPage(<TermsDialog session={session} />, { path: '/pmo/account' });
    expect(await screen.findByText('Texte.')).toBeInTheDocument();
    press('Accepter');
    await waitFor(() => expect(router.state.location.pathname).toBe('/pmo'));
    expect(asked).toEqual(expect.arrayContaining([`POST /cgu/accept-cgu/${session.id}`, 'GET /session']));
  });
});
