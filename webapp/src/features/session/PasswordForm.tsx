import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { asApiError } from '@openpmo/sdk';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { withRedirect } from '../../api/redirect';
import { setProblemFields } from '../../design/problemFields';
import { SupportContact } from '../../design/SupportContact';
import { PasswordField } from './PasswordField';
import { passwordFailure, useChangePassword } from './queries';
import { type PasswordForm as Form, passwordSchema } from './schema';

/** Old password, new password twice. A 401 here is a wrong old password, not an ended session. */
export function PasswordForm({ onSaved }: { onSaved: () => void }) {
  const t = useT();
  const translator = useTranslator();
  const change = useChangePassword();
  const navigate = useNavigate();
  const location = useLocation();
  const { control, handleSubmit, reset, setError, setFocus } = useForm<Form>({
    mode: 'onTouched',
    resolver: zodResolver(passwordSchema),
    defaultValues: { oldPassword: '', newPassword: '', confirmation: '' },
  });
  const submit = handleSubmit(({ oldPassword, newPassword }) =>
    change.mutate(
      { body: { oldPassword, newPassword } },
      {
        onError: (error) => {
          if (setProblemFields(error, ['oldPassword', 'newPassword'], setError, translator)) return;
          if (asApiError(error)?.key === 'session.required')
            navigate(withRedirect('/logout', location), { replace: true });
          else if (asApiError(error)?.status === 401) setFocus('oldPassword');
        },
        onSuccess: () => {
          reset();
          onSaved();
        },
      },
    ),
  );
  const onField = (asApiError(change.error)?.fields.length ?? 0) > 0;
  return (
    <form onSubmit={submit} noValidate>
      <Stack spacing={2}>
        {change.isError && !onField && <Failure error={change.error} />}
        <PasswordField
          control={control}
          name="oldPassword"
          label={t('session.password.old')}
          autoComplete="current-password"
        />
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
        <Button type="submit" variant="contained" loading={change.isPending} sx={{ alignSelf: 'flex-start' }}>
          {t('session.password.submit')}
        </Button>
      </Stack>
    </form>
  );
}

function Failure({ error }: { error: unknown }) {
  const t = useT();
  const { wrongOld, code } = passwordFailure(error);
  return (
    <Alert severity="error" role="alert">
      {wrongOld ? t('session.password.wrongOld') : t('session.password.failed', { code })}
      {wrongOld && ` ${t('session.password.wrongOldHint')}`}
      <SupportContact />
    </Alert>
  );
}
