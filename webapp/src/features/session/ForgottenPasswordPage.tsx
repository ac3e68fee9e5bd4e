import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { problemText } from '@openpmo/ui/i18n/translator';
import { useForm } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { FormText } from '../../design/FormFields';
import { setProblemFields } from '../../design/problemFields';
import { useForgetPassword } from './queries';
import { allRequired } from './required';
import { SessionFrame } from './SessionFrame';

interface ForgottenForm {
  email: string;
}

/** Asks for a link to choose another password. What is answered tells nobody who has an account. */
export function ForgottenPasswordPage() {
  const t = useT();
  const translator = useTranslator();
  const forget = useForgetPassword();
  const { control, handleSubmit, setError } = useForm<ForgottenForm>({
    resolver: allRequired<ForgottenForm>(),
    defaultValues: { email: '' },
  });
  const submit = handleSubmit((body) =>
    forget.mutate({ body }, { onError: (error) => setProblemFields(error, ['email'], setError, translator) }),
  );
  const failure = asApiError(forget.error);
  return (
    <SessionFrame title={t('accounts.forgotten.title')} subtitle={t('accounts.forgotten.subtitle')}>
      <form onSubmit={submit} noValidate>
        <Stack spacing={2}>
          {forget.isError && (failure?.fields.length ?? 0) === 0 && (
            <Alert severity="error" role="alert">
              {problemText(translator, failure?.problem ?? { key: failure?.key })}
            </Alert>
          )}
          {forget.isSuccess ? (
            <Alert severity="success" role="status">
              {t('accounts.forgotten.sent', { email: forget.variables.body.email })}
              <Typography sx={{ mt: 1 }}>{t('accounts.forgotten.nothing')}</Typography>
            </Alert>
          ) : (
            <>
              <FormText
                control={control}
                name="email"
                type="email"
                label={t('session.login.email')}
                autoComplete="username"
                autoFocus
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
