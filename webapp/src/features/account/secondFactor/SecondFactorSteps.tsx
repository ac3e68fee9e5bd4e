import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { FormText } from '../../../design/FormFields';
import { setProblemFields } from '../../../design/problemFields';
import { QRCode } from '../../../design/QRCode';
import { notify } from '../../../design/snackbars';
import { errorText } from '../../../design/useProblemText';
import { PasswordField } from '../../session/PasswordField';
import { useBeginSecondFactor, useConfirmSecondFactor } from './queries';
import { RecoveryCodes } from './RecoveryCodes';

interface Props {
  userId: string;
  /** Absent where there is no way back. */
  onCancel?: () => void;
  onDone: () => void;
}

/** Password, then the secret and a first code, then the recovery codes. */
export function SecondFactorSteps({ userId, onCancel, onDone }: Props) {
  const t = useT();
  const translator = useTranslator();
  const begin = useBeginSecondFactor();
  const confirm = useConfirmSecondFactor();
  const { control, handleSubmit, setError } = useForm({ defaultValues: { password: '', code: '' } });
  const params = { path: { userId } };
  const made = begin.data;
  const submit = handleSubmit(({ password, code }) => {
    const onError = (error: unknown) => {
      setProblemFields(error, ['password', 'code'], setError, translator);
    };
    if (made) confirm.mutate({ params, body: { code } }, { onError });
    else begin.mutate({ params, body: { password } }, { onError });
  });
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onClose={onDone} />;
  const failure = asApiError(made ? confirm.error : begin.error);
  return (
    <form onSubmit={submit} noValidate>
      <Stack spacing={2}>
        {failure && failure.fields.length === 0 && (
          <Alert severity="error" role="alert">
            {errorText(translator, failure)}
          </Alert>
        )}
        <Typography variant="body2">
          {t(made ? 'myAccount.secondFactor.secretText' : 'myAccount.secondFactor.beginText')}
        </Typography>
        {made ? (
          <>
            <QRCode rows={made.qrCode} label={t('myAccount.secondFactor.qrCode')} />
            <Typography variant="body2" color="textSecondary">
              {t('myAccount.secondFactor.orKey')}
            </Typography>
            <Typography
              component="code"
              sx={{ overflowWrap: 'anywhere', userSelect: 'all', p: 1, bgcolor: 'action.hover', borderRadius: 1 }}
            >
              {made.secret.match(/.{1,4}/g)?.join(' ')}
            </Typography>
            <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
              <Button
                variant="outlined"
                sx={{ minHeight: 44 }}
                onClick={async () => {
                  await navigator.clipboard.writeText(made.secret);
                  notify(t('myAccount.secondFactor.copied'));
                }}
              >
                {t('myAccount.secondFactor.copyKey')}
              </Button>
              <Link href={made.uri}>{t('myAccount.secondFactor.open')}</Link>
            </Stack>
            <FormText
              key="code"
              control={control}
              name="code"
              label={t('myAccount.secondFactor.code')}
              autoComplete="one-time-code"
              autoFocus
            />
          </>
        ) : (
          <PasswordField
            control={control}
            name="password"
            label={t('session.password.old')}
            autoComplete="current-password"
          />
        )}
        <Stack direction="row" spacing={1}>
          <Button type="submit" variant="contained" loading={begin.isPending || confirm.isPending}>
            {t(made ? 'myAccount.secondFactor.confirm' : 'myAccount.secondFactor.begin')}
          </Button>
          {onCancel && (
            <Button color="inherit" onClick={onCancel}>
              {t('design.cancel')}
            </Button>
          )}
        </Stack>
      </Stack>
    </form>
  );
}
