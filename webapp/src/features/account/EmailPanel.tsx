import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { asApiError } from '@openpmo/sdk';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormText } from '../../design/FormFields';
import { setProblemFields } from '../../design/problemFields';
import { errorText } from '../../design/useProblemText';
import { PasswordField } from '../session/PasswordField';
import { useChangeEmail, useKeepEmail } from './queriesSecurity';

interface Form {
  email: string;
  password: string;
}

/** The address that one signs in with, the one that waits for a yes, and a form for another. */
export function EmailPanel({ info }: { info: Schemas['AccountInfo'] }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const keep = useKeepEmail(info.id);
  return (
    <Stack spacing={2}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{info.email}</Typography>
      {info.newEmail && !open && (
        <Alert
          severity="info"
          action={
            <Button color="inherit" loading={keep.isPending} onClick={() => keep.mutate()} sx={{ minHeight: 44 }}>
              {t('myAccount.email.keep')}
            </Button>
          }
        >
          {t('myAccount.email.waits', { email: info.newEmail })}
        </Alert>
      )}
      {open ? (
        <EmailForm userId={info.id} onClose={() => setOpen(false)} />
      ) : (
        <Button variant="outlined" onClick={() => setOpen(true)} sx={{ alignSelf: 'flex-start', minHeight: 44 }}>
          {t('myAccount.email.change')}
        </Button>
      )}
    </Stack>
  );
}

function EmailForm({ userId, onClose }: { userId: string; onClose: () => void }) {
  const t = useT();
  const translator = useTranslator();
  const change = useChangeEmail(userId);
  const { control, handleSubmit, setError } = useForm<Form>({ defaultValues: { email: '', password: '' } });
  const submit = handleSubmit((form) =>
    change.mutate(form, {
      onError: (error) => setProblemFields(error, ['email', 'password'], setError, translator),
      onSuccess: onClose,
    }),
  );
  const failure = asApiError(change.error);
  return (
    <form onSubmit={submit} noValidate>
      <Stack spacing={2}>
        <Typography variant="caption" color="textSecondary">
          {t('myAccount.email.hint')}
        </Typography>
        {failure && failure.fields.length === 0 && (
          <Alert severity="error" role="alert">
            {errorText(translator, failure)}
          </Alert>
        )}
        <FormText
          control={control}
          name="email"
          type="email"
          label={t('myAccount.email.new')}
          autoComplete="email"
          autoFocus
        />
        <PasswordField
          control={control}
          name="password"
          label={t('session.password.old')}
          autoComplete="current-password"
        />
        <Stack direction="row" spacing={1}>
          <Button type="submit" variant="contained" loading={change.isPending}>
            {t('myAccount.email.submit')}
          </Button>
          <Button color="inherit" onClick={onClose} disabled={change.isPending}>
            {t('design.cancel')}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
