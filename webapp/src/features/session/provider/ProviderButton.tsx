import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { useConfig } from '../../../api/session';
import { useErrorText } from '../../../design/useProblemText';
import { useBeginProvider } from '../queries';

/** The sign-in by the identity provider of the installation, where there is one. */
export function ProviderButton({ redirect }: { redirect: string | null }) {
  const t = useT();
  const words = useErrorText();
  const name = useConfig()?.providerName;
  const begin = useBeginProvider();
  if (!name) return null;
  return (
    <>
      {begin.isError && (
        <Alert severity="error" role="alert">
          {words(begin.error)}
        </Alert>
      )}
      <Button variant="outlined" size="large" loading={begin.isPending} onClick={() => begin.mutate(redirect)}>
        {t('session.provider.submit', { name })}
      </Button>
    </>
  );
}
