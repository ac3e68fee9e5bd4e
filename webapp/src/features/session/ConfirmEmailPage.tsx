import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { SupportContact } from '../../design/SupportContact';
import { useErrorText } from '../../design/useProblemText';
import { accountLinkOf } from './accountLink';
import { useConfirmEmail } from './queries';
import { SessionFrame } from './SessionFrame';

/** Who holds the address that an account is to have says yes here; programs that follow links do not. */
export function ConfirmEmailPage() {
  const t = useT();
  const words = useErrorText();
  const location = useLocation();
  const [token] = useState(() => accountLinkOf(location)?.token ?? '');
  const confirm = useConfirmEmail();
  const failure = asApiError(confirm.error);
  return (
    <SessionFrame title={t('accounts.confirm.title')} subtitle={t('accounts.confirm.subtitle')}>
      <Stack spacing={2}>
        {(confirm.isError || !token) && (
          <Alert severity="error" role="alert">
            {words(failure?.problem ?? { key: failure?.key ?? 'account.linkInvalid' })}
            <SupportContact />
          </Alert>
        )}
        {confirm.isSuccess ? (
          <Alert severity="success" role="status">
            {t('accounts.confirm.done')}
          </Alert>
        ) : (
          <Button
            variant="contained"
            disabled={!token}
            loading={confirm.isPending}
            onClick={() => confirm.mutate({ body: { token } })}
            sx={{ alignSelf: 'flex-start' }}
          >
            {t('accounts.confirm.submit')}
          </Button>
        )}
        {confirm.isSuccess && (
          <Button component={Link} to="/pmo" sx={{ alignSelf: 'flex-start' }}>
            {t('accounts.confirm.open')}
          </Button>
        )}
      </Stack>
    </SessionFrame>
  );
}
