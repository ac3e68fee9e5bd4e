import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage, someSession } from '../../../test/render';
import { serve } from '../../../test/server';
import { ProviderLoginPage } from './ProviderLoginPage';

beforeEach(() => sessionStorage.clear());

it('brings back what the provider said, and asks for the code that lacks', async () => {
  sessionStorage.setItem('pmo.provider', 'sealed');
  const sent: unknown[] = [];
  serve({
    'POST /session/provider/finish': (body) => {
      sent.push(body);
      return { body: { success: false, attempt: 'half' } };
    },
    'POST /session/provider/code': (body) => {
      sent.push(body);
      return { body: { success: true, role: 'organizer', redirect: '/pmo/account' } };
    },
    'GET /session': { body: someSession() },
  });
  renderPage(<ProviderLoginPage />, { path: '/login/provider?state=s&code=c&session_state=of-the-provider' });
  fireEvent.change(await screen.findByLabelText(/Code de vérification/), { target: { value: ' 123456 ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    { attempt: 'sealed', state: 's', code: 'c' },
    { attempt: 'half', code: '123456' },
  ]);
  expect(sessionStorage.getItem('pmo.provider')).toBeNull(); // good for one return
});

it('tells who comes without having been there, or was refused there', async () => {
  serve({});
  renderPage(<ProviderLoginPage />, { path: '/login/provider?error=access_denied&state=s' });
  expect(await screen.findByRole('alert')).toHaveTextContent('refusée chez le fournisseur d’identité');
  expect(screen.getByRole('link', { name: 'Revenir à la page de connexion' })).toBeVisible();
});
