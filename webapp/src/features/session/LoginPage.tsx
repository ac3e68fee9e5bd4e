import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useRef, useState } from 'react';
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router';
import { afterLogin } from '../../api/redirect';
import { PlainField } from '../../design/PlainField';
import { useErrorText } from '../../design/useProblemText';
import { DemoAccounts } from './DemoAccounts';
import { PasswordInput } from './PasswordInput';
import { ProviderButton } from './provider/ProviderButton';
import { useLogin } from './queries';
import { SessionFrame } from './SessionFrame';

/**
 * Sign-in; afterwards back to the `redirect` of the address, else the root. Two required texts need no
 * library of forms: the page that everybody meets first is the lightest. `ahead` loads what comes behind
 * it, once somebody begins to type.
 */
export function LoginPage({ ahead }: { ahead?: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const login = useLogin();
  const [typed, setTyped] = useState({ email: '', password: '', code: '' });
  // The server says of whom it wants a code: an account with a second factor, after a right password.
  const [coded, setCoded] = useState(false);
  const code = useRef<HTMLInputElement>(null);
  const [checked, setChecked] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const credentials = {
    email: typed.email.trim(),
    password: typed.password,
    ...(coded && { code: typed.code.trim() }),
  };
  const required = (text: string) => (checked && text === '' ? t('session.required') : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const missing =
      credentials.email === ''
        ? email
        : credentials.password === ''
          ? password
          : credentials.code === ''
            ? code
            : undefined;
    if (missing) {
      missing.current?.focus();
      return;
    }
    ahead?.();
    login.mutate(credentials, {
      onError: (error) => {
        if (!asksForCode(error)) {
          password.current?.focus();
          return;
        }
        setCoded(true);
        setChecked(false);
        code.current?.focus();
      },
      onSuccess: (session) => {
        const path = afterLogin(session, params.get('redirect'));
        // The back-office is an application of its own.
        if (/^\/admin\b/.test(path)) globalThis.location.assign(path);
        else navigate(path, { replace: true });
      },
    });
  };
  return (
    <SessionFrame
      title={t('session.login.title')}
      subtitle={t('session.login.subtitle')}
      after={
        <DemoAccounts
          onPick={(account) => {
            ahead?.();
            setTyped({ email: account.email, password: account.password, code: '' });
            setCoded(false);
            email.current?.focus();
          }}
        />
      }
    >
      <form onSubmit={submit} onInput={ahead} noValidate>
        <Stack spacing={2}>
          {login.isError && <Failure error={login.error} />}
          <PlainField
            id="field-email"
            name="email"
            type="email"
            label={t('session.login.email')}
            autoComplete="username"
            autoFocus
            inputRef={email}
            value={typed.email}
            onChange={(event) => setTyped({ ...typed, email: event.target.value })}
            wrong={required(credentials.email) !== undefined}
            message={required(credentials.email)}
          />
          <PasswordInput
            id="field-password"
            name="password"
            label={t('session.login.password')}
            autoComplete="current-password"
            inputRef={password}
            value={typed.password}
            onChange={(event) => setTyped({ ...typed, password: event.target.value })}
            error={required(credentials.password)}
          />
          {coded && (
            <PlainField
              id="field-code"
              name="code"
              label={t('session.login.code')}
              autoComplete="one-time-code"
              autoFocus
              inputRef={code}
              value={typed.code}
              onChange={(event) => setTyped({ ...typed, code: event.target.value })}
              wrong={required(typed.code.trim()) !== undefined}
              message={required(typed.code.trim()) ?? t('session.login.codeHint')}
            />
          )}
          <Button type="submit" variant="contained" size="large" loading={login.isPending}>
            {t('session.login.submit')}
          </Button>
          <ProviderButton redirect={params.get('redirect')} />
          <Link component={RouterLink} to="/forgottenPassword" sx={{ alignSelf: 'center' }}>
            {t('session.login.forgotten')}
          </Link>
        </Stack>
      </form>
    </SessionFrame>
  );
}

const codeKeys = ['login.codeRequired', 'login.codeInvalid'];

const asksForCode = (error: unknown) => codeKeys.includes(asApiError(error)?.key ?? '');

/** A refused login is one sentence that does not tell which part was wrong. */
function Failure({ error }: { error: unknown }) {
  const t = useT();
  const words = useErrorText();
  const failure = asApiError(error);
  if (failure?.key === 'login.codeRequired')
    return (
      <Alert severity="info" role="alert">
        {t('session.login.codeAsked')}
      </Alert>
    );
  const refused = failure?.status === 401;
  return (
    <Alert severity={refused ? 'warning' : 'error'} role="alert">
      {refused ? t(asksForCode(error) ? 'session.login.codeWrong' : 'session.login.failed') : words(failure)}
    </Alert>
  );
}
