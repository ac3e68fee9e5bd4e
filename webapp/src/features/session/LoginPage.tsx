import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { asApiError } from '@openpmo/sdk';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { problemText } from '@openpmo/ui/i18n/translator';
import { useForm } from 'react-hook-form';
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router';
import { afterLogin } from '../../api/redirect';
import { FormText } from '../../design/FormFields';
import { DemoAccounts } from './DemoAccounts';
import { PasswordField } from './PasswordField';
import { useLogin } from './queries';
import { allRequired } from './required';
import { SessionFrame } from './SessionFrame';

interface LoginForm {
  email: string;
  password: string;
}

/** Sign-in; afterwards back to the `redirect` of the address, else the root. */
export function LoginPage() {
  const t = useT();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const login = useLogin();
  const { control, handleSubmit, setValue, setFocus } = useForm<LoginForm>({
    resolver: allRequired<LoginForm>(),
    defaultValues: { email: '', password: '' },
  });
  const submit = handleSubmit((credentials) =>
    login.mutate(credentials, {
      onError: () => setFocus('password'),
      onSuccess: (session) => {
        const path = afterLogin(session, params.get('redirect'));
        // The back-office is an application of its own.
        if (/^\/admin\b/.test(path)) globalThis.location.assign(path);
        else navigate(path, { replace: true });
      },
    }),
  );
  return (
    <SessionFrame
      title={t('session.login.title')}
      subtitle={t('session.login.subtitle')}
      after={
        <DemoAccounts
          onPick={({ email, password }) => {
            setValue('email', email);
            setValue('password', password);
            setFocus('email');
          }}
        />
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack spacing={2}>
          {login.isError && <Failure error={login.error} />}
          <FormText
            control={control}
            name="email"
            type="email"
            label={t('session.login.email')}
            autoComplete="username"
            autoFocus
          />
          <PasswordField
            control={control}
            name="password"
            label={t('session.login.password')}
            autoComplete="current-password"
          />
          <Button type="submit" variant="contained" size="large" loading={login.isPending}>
            {t('session.login.submit')}
          </Button>
          <Link component={RouterLink} to="/forgottenPassword" sx={{ alignSelf: 'center' }}>
            {t('session.login.forgotten')}
          </Link>
        </Stack>
      </form>
    </SessionFrame>
  );
}

/** A refused login is one sentence that does not tell which part was wrong. */
function Failure({ error }: { error: unknown }) {
  const t = useT();
  const translator = useTranslator();
  const failure = asApiError(error);
  const refused = failure?.status === 401;
  return (
    <Alert severity={refused ? 'warning' : 'error'} role="alert">
      {refused ? t('session.login.failed') : problemText(translator, failure?.problem ?? { key: failure?.key })}
    </Alert>
  );
}
