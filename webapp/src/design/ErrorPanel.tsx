import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense } from 'react';
import { useErrorText } from './useProblemText';

/** Few errors are mended elsewhere. */
const Mend = lazy(async () => ({ default: (await import('./Mend')).Mend }));

export interface ErrorPanelProps {
  error: unknown;
  onRetry?: () => void;
}

/** What failed, a way to try again, and the code that the support asks for. */
export function ErrorPanel({ error, onRetry }: ErrorPanelProps) {
  const t = useT();
  const words = useErrorText();
  const failure = asApiError(error);
  return (
    <Alert
      severity="error"
      variant="outlined"
      action={
        onRetry && (
          <Button size="small" color="inherit" onClick={onRetry}>
            {t('design.retry')}
          </Button>
        )
      }
    >
      <AlertTitle>{t('design.error.title')}</AlertTitle>
      {words(failure)}
      {failure && (
        <Typography variant="caption" component="p" color="textSecondary">
          {t('design.error.code', { code: failure.code })}
        </Typography>
      )}
      <Suspense fallback={null}>
        <Mend problem={failure?.problem} />
      </Suspense>
    </Alert>
  );
}
