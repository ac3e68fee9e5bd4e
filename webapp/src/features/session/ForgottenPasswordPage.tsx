import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { PlainField } from '../../design/PlainField';
import { useErrorText } from '../../design/useProblemText';
import { useForgetPassword } from './queries';
import { SessionFrame } from './SessionFrame';

/** Asks for a link to choose another password. What is answered tells nobody who has an account. */
export function ForgottenPasswordPage() {
  const t = useT();
  const words = useErrorText();
  const forget = useForgetPassword();
  const [typed, setTyped] = useState('');
  const [checked, setChecked] = useState(false);
  const email = typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (email !== '') forget.mutate({ body: { email } });
  };
  const failure = asApiError(forget.error);
  const ofField = failure?.fields.find((item) => item.field === 'email');
  const wrong = checked && email === '' ? t('session.required') : ofField && words(ofField);
  return (
    <SessionFrame title={t('accounts.forgotten.title')} subtitle={t('accounts.forgotten.subtitle')}>
      <form onSubmit={submit} noValidate>
        <Stack spacing={2}>
          {forget.isError && !ofField && (
            <Alert severity="error" role="alert">
              {words(failure)}
            </Alert>
          )}
          {forget.isSuccess ? (
            <Alert severity="success" role="status">
              {t('accounts.forgotten.sent', { email: forget.variables.body.email })}
              <Typography sx={{ mt: 1 }}>{t('accounts.forgotten.nothing')}</Typography>
            </Alert>
          ) : (
            <>
              <PlainField
                id="field-email"
                name="email"
                type="email"
                label={t('session.login.email')}
                autoComplete="username"
                autoFocus
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                wrong={wrong !== undefined}
                message={wrong}
              />
              <Button type="submit" variant="contained" size="large" loading={forget.isPending}>
                {t('accounts.forgotten.submit')}
              </Button>
            </>
          )}
          <Link component={RouterLink} to="/login" sx={{ alignSelf: 'center' }}>
            {t('accounts.forgotten.back')}
          </Link>
        </Stack>
      </form>
    </SessionFrame>
  );
}
