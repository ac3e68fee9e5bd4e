import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { asApiError } from '@openpmo/sdk';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { afterLogin } from '../../api/redirect';
import { FormText } from '../../design/FormFields';
import { setProblemFields } from '../../design/problemFields';
import { SupportContact } from '../../design/SupportContact';
import { errorText } from '../../design/useProblemText';
import type { AccountLink } from './accountLink';
import { PasswordField } from './PasswordField';
import { useAcceptLink, useRenewLink } from './queries';
import { activationSchema, type ActivationForm as Form } from './schema';

/** A password chosen with a one-time link: the first one, or one instead of a forgotten one; the first account also names itself. */
export function ActivationForm({ link }: { link: AccountLink }) {
  const t = useT();
  const translator = useTranslator();
  const navigate = useNavigate();
  const accept = useAcceptLink();
  // An account with a second factor is asked for a code here too.
  const [coded, setCoded] = useState(false);
  const { control, handleSubmit, setError } = useForm<Form>({
    mode: 'onTouched',
    resolver: zodResolver(activationSchema(link.first)),
    defaultValues: { email: '', newPassword: '', confirmation: '', code: '' },
  });
  const submit = handleSubmit(({ email, newPassword, code }) =>
    accept.mutate(
      { token: link.token, newPassword, ...(link.first && { email }), ...(code && { code }) },
      {
        onError: (error) => {
          setCoded(coded || asApiError(error)?.key?.startsWith('login.code') === true);
          setProblemFields(error, ['email', 'newPassword', 'code'], setError, translator);
        },
        onSuccess: (session) => {
          // The first account is an administrator's, whose application is another one.
          if (session.role === 'admin') globalThis.location.assign('/admin');
          else navigate(afterLogin(session, undefined), { replace: true });
        },
      },
    ),
  );
  const failure = asApiError(accept.error);
  const onField = failure?.fields.some((item) => ['email', 'newPassword', 'code'].includes(item.field ?? '')) ?? false;
  return (
    <form onSubmit={submit} noValidate>
      <Stack spacing={2}>
        {accept.isError && !onField && (
          <Alert severity="error" role="alert">
            {errorText(translator, failure)}
            {failure?.key === 'account.linkInvalid' && !link.first ? (
              <Renewal token={link.token} />
            ) : (
              <SupportContact />
            )}
          </Alert>
        )}
        {link.first && (
          <FormText
            control={control}
            name="email"
            type="email"
            label={t('session.login.email')}
            autoComplete="username"
            autoFocus
          />
        )}
        <PasswordField
          control={control}
          name="newPassword"
          label={t('session.password.new')}
          autoComplete="new-password"
          hint={t('session.password.rule')}
        />
        <PasswordField
          control={control}
          name="confirmation"
          label={t('session.password.confirm')}
          autoComplete="new-password"
        />
        {coded && (
          <FormText
            control={control}
            name="code"
            label={t('session.login.code')}
            hint={t('session.login.codeHint')}
            autoComplete="one-time-code"
            autoFocus
          />
        )}
        <Button type="submit" variant="contained" loading={accept.isPending} sx={{ alignSelf: 'flex-start' }}>
          {t(link.reset ? 'session.activation.resetSubmit' : 'session.activation.submit')}
        </Button>
      </Stack>
    </form>
  );
}

/** Another link for who comes too late; whether one is sent is told by the mail alone. */
function Renewal({ token }: { token: string }) {
  const t = useT();
  const translator = useTranslator();
  const renew = useRenewLink();
  if (renew.isSuccess) return <p>{t('session.activation.renewed')}</p>;
  return (
    <>
      {renew.isError && <p>{errorText(translator, renew.error)}</p>}
      <Button
        size="small"
        color="inherit"
        sx={{ display: 'block', mt: 1 }}
        loading={renew.isPending}
        onClick={() => renew.mutate({ body: { token } })}
      >
        {t('session.activation.renew')}
      </Button>
    </>
  );
}
