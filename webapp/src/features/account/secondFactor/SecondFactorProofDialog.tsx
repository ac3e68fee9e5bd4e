import Alert from '@mui/material/Alert';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../../../design/FormDialog';
import { FormText } from '../../../design/FormFields';
import { setProblemFields } from '../../../design/problemFields';
import { notify } from '../../../design/snackbars';
import { errorText } from '../../../design/useProblemText';
import { PasswordField } from '../../session/PasswordField';
import { useDisableSecondFactor, useRenewRecoveryCodes } from './queries';
import { RecoveryCodes } from './RecoveryCodes';

interface Props {
  userId: string;
  purpose: 'disable' | 'renew';
  onClose: () => void;
}

/** Password and code once more, before the second factor is turned off or its recovery codes are replaced. */
export function SecondFactorProofDialog({ userId, purpose, onClose }: Props) {
  const t = useT();
  const translator = useTranslator();
  const disable = useDisableSecondFactor(userId);
  const renew = useRenewRecoveryCodes();
  const { control, handleSubmit, setError } = useForm({ defaultValues: { password: '', code: '' } });
  const off = purpose === 'disable';
  const submit = handleSubmit((body) => {
    const onError = (error: unknown) => {
      setProblemFields(error, ['password', 'code'], setError, translator);
    };
    if (!off) {
      renew.mutate({ params: { path: { userId } }, body }, { onError });
      return;
    }
    disable.mutate(body, {
      onError,
      onSuccess: () => {
        notify(t('myAccount.secondFactor.disabled'));
        onClose();
      },
    });
  });
  if (renew.data)
    return (
      <Dialog open aria-label={t('myAccount.secondFactor.codesTitle')} maxWidth="sm">
        <DialogTitle>{t('myAccount.secondFactor.codesTitle')}</DialogTitle>
        <DialogContent>
          <RecoveryCodes codes={renew.data.recoveryCodes} onClose={onClose} />
        </DialogContent>
      </Dialog>
    );
  const failure = asApiError(off ? disable.error : renew.error);
  return (
    <FormDialog
      title={t(off ? 'myAccount.secondFactor.disable' : 'myAccount.secondFactor.renew')}
      confirmLabel={t(off ? 'myAccount.secondFactor.disable' : 'myAccount.secondFactor.renew')}
      destructive={off}
      pending={disable.isPending || renew.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && failure.fields.length === 0 && (
        <Alert severity="error" role="alert">
          {errorText(translator, failure)}
        </Alert>
      )}
      <Typography variant="body2">
        {t(off ? 'myAccount.secondFactor.disableText' : 'myAccount.secondFactor.renewText')}
      </Typography>
      <PasswordField
        control={control}
        name="password"
        label={t('session.password.old')}
        autoComplete="current-password"
      />
      <FormText
        control={control}
        name="code"
        label={t('myAccount.secondFactor.proofCode')}
        autoComplete="one-time-code"
      />
    </FormDialog>
  );
}
