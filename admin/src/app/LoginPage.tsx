import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useEffect, useState } from 'react';
import { HttpError, Notification, useLogin } from 'react-admin';
import { useForm } from 'react-hook-form';
import { LanguageButton, SchemeButton } from './Bar';

interface LoginForm {
  email: string;
  password: string;
  code?: string;
}

/** Sign-in of the back-office; afterwards the page that was asked for. */
export function LoginPage() {
  const t = useT();
  useEffect(() => {
    document.title = t('admin.documentTitle', { page: t('session.login.title') });
  }, [t]);
  return (
    <Box sx={{ minHeight: '100vh', display: 'flex', flexDirection: 'column' }}>
      <Stack component="header" direction="row" sx={{ justifyContent: 'flex-end', p: 1 }}>
        <LanguageButton />
        <SchemeButton />
      </Stack>
      <Box component="main" sx={{ flex: 1, display: 'grid', placeItems: 'start center', px: 2, pt: { xs: 2, md: 8 } }}>
        <Card sx={{ width: '100%', maxWidth: 420, p: 3 }}>
          <Typography variant="h1">{t('session.login.title')}</Typography>
          <Typography color="textSecondary" sx={{ mb: 2 }}>
            {t('admin.login.subtitle')}
          </Typography>
          <Fields />
        </Card>
      </Box>
      <Notification />
    </Box>
  );
}

function Fields() {
  const t = useT();
  const login = useLogin();
  const { register, handleSubmit, formState, setFocus } = useForm<LoginForm>();
  const [refusal, setRefusal] = useState<string>();
  const [shown, setShown] = useState(false);
  // The server says of whom it wants a code, after a right password.
  const [coded, setCoded] = useState(false);
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (credentials) => {
    setRefusal(undefined);
    try {
      await login(credentials);
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : t('errors.default'));
      if (error instanceof HttpError && String(error.body?.key).startsWith('login.code')) setCoded(true);
      else setFocus('password');
    }
  });
  const required = { required: t('session.required') };
  return (
    <form onSubmit={submit} noValidate>
      <Stack spacing={2}>
        {refusal && (
          <Alert severity="warning" role="alert">
            {refusal}
          </Alert>
        )}
        <TextField
          {...register('email', required)}
          type="email"
          label={t('session.login.email')}
          autoComplete="username"
          autoFocus
          error={errors.email !== undefined}
          helperText={errors.email?.message}
        />
        <TextField
          {...register('password', required)}
          type={shown ? 'text' : 'password'}
          label={t('session.login.password')}
          autoComplete="current-password"
          error={errors.password !== undefined}
          helperText={errors.password?.message}
          slotProps={{
            input: {
              endAdornment: (
                <InputAdornment position="end">
                  <IconButton
                    edge="end"
                    aria-label={t(shown ? 'session.login.hide' : 'session.login.show')}
                    onClick={() => setShown(!shown)}
                  >
                    {shown ? <VisibilityOffOutlined /> : <VisibilityOutlined />}
                  </IconButton>
                </InputAdornment>
              ),
            },
          }}
        />
        {coded && (
          <TextField
            {...register('code', required)}
            label={t('session.login.code')}
            autoComplete="one-time-code"
            autoFocus
            error={errors.code !== undefined}
            helperText={errors.code?.message ?? t('session.login.codeHint')}
          />
        )}
        <Button type="submit" variant="contained" size="large" loading={isSubmitting}>
          {t('session.login.submit')}
        </Button>
        <Link href="/forgottenPassword" sx={{ alignSelf: 'center' }}>
          {t('session.login.forgotten')}
        </Link>
      </Stack>
    </form>
  );
}
