import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { dismissAll } from '../../../design/snackbars';
import { accessibilityProblems, renderPage, someSession } from '../../../test/render';
import { serve } from '../../../test/server';
import { SecondFactorDue } from './SecondFactorDue';
import { SecondFactorPanel } from './SecondFactorPanel';

beforeEach(dismissAll);

const session = someSession({ policy: ['secondFactor:update'] });
const codes = Array.from({ length: 10 }, (_, n) => `aaaa-bbbb-cccc-ddd${n}`);
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const wrong = {
  status: 400 as const,
  body: { key: 'secondFactor.codeWrong', errors: [{ key: 'secondFactor.codeWrong', field: 'code' }] },
};

it('is turned on by password and a first code, and shows the recovery codes once', async () => {
  let on = false;
  let tries = 0;
  serve({
    'GET /users/{userId}/second-factor': () => ({
      body: {
        enabled: on,
        required: false,
        recoveryCodesLeft: on ? 10 : 0,
        ...(on && { enabledAt: '2026-11-20T08:00:00+01:00' }),
      },
    }),
    'POST /users/{userId}/second-factor': {
      body: { secret: 'ABCDEFGH', uri: 'otpauth://totp/pmo:a?secret=ABCDEFGH', qrCode: ['101', '010', '111'] },
    },
    'POST /users/{userId}/second-factor/confirm': () => {
      tries++;
      if (tries === 1) return wrong;
      on = true;
      return { body: { recoveryCodes: codes } };
    },
  });
  const { container } = renderPage(<SecondFactorPanel />, { session });
  fireEvent.click(await screen.findByRole('button', { name: 'Activer' }));
  type('Mot de passe actuel', 'secret');
  press('Continuer');
  expect(await screen.findByText('ABCD EFGH')).toBeInTheDocument();
  expect(screen.getByRole('img', { name: /Code QR/ }).querySelector('path')).toHaveAttribute(
    'd',
    'M4 4h1v1h-1zM6 4h1v1h-1zM5 5h1v1h-1zM4 6h3v1h-3z',
  );
  expect(screen.getByRole('link')).toHaveAttribute('href', 'otpauth://totp/pmo:a?secret=ABCDEFGH');
  expect(await accessibilityProblems(container)).toEqual([]);
  type('Code à six chiffres', '000000');
  press('Activer la validation');
  expect(await screen.findByText(/Ce code est incorrect/)).toBeInTheDocument();
  type('Code à six chiffres', '123456');
  press('Activer la validation');
  expect(within(await screen.findByRole('list', { name: 'Codes de secours' })).getAllByRole('listitem')).toHaveLength(
    10,
  );
  press('Je les ai notés');
  expect(await screen.findByText(/Activée le/)).toBeInTheDocument();
  expect(screen.getByText('10 codes de secours restants')).toBeInTheDocument();
  expect(screen.queryByText(codes[0] as string)).toBeNull();
});

it('is turned off with password and code, and says beside the field that it is wrong', async () => {
  const bodies: unknown[] = [];
  serve({
    'GET /users/{userId}/second-factor': {
      body: { enabled: true, required: true, recoveryCodesLeft: 1, enabledAt: '2026-11-20T08:00:00+01:00' },
    },
    'POST /users/{userId}/second-factor/disable': (body) => {
      bodies.push(body);
      return bodies.length === 1 ? wrong : { status: 204 };
    },
  });
  renderPage(<SecondFactorPanel />, { session });
  expect(await screen.findByText('1 code de secours restant')).toBeInTheDocument();
  expect(screen.getByText(/Exigée pour votre rôle/)).toBeInTheDocument();
  press('Désactiver');
  const dialog = within(await screen.findByRole('dialog'));
  type('Mot de passe actuel', 'secret');
  type('Code, ou code de secours', '000000');
  fireEvent.click(dialog.getByRole('button', { name: 'Désactiver' }));
  expect(await dialog.findByText(/Ce code est incorrect/)).toBeInTheDocument();
  type('Code, ou code de secours', '123456');
  fireEvent.click(dialog.getByRole('button', { name: 'Désactiver' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies.at(-1)).toEqual({ password: 'secret', code: '123456' });
});

it('stands before every page where the role must have one, without a way round', async () => {
  serve({});
  const { container } = renderPage(<SecondFactorDue />, { session: { ...session, secondFactorDue: true } });
  expect(await screen.findByRole('heading', { name: 'Validation en deux étapes' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Annuler' })).toBeNull();
  expect(await accessibilityProblems(container)).toEqual([]);
});
