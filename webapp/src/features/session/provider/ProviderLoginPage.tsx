import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router';
import { afterLogin } from '../../../api/redirect';
import { PlainField } from '../../../design/PlainField';
import { SupportContact } from '../../../design/SupportContact';
import { useErrorText } from '../../../design/useProblemText';
import { type ProviderEnd, takeAttempt, useFinishProvider } from '../queries';
import { SessionFrame } from '../SessionFrame';

/** Where the identity provider sends people back to: they are let in, asked for a code, or told why not. */
export function ProviderLoginPage() {
  const t = useT();
  const words = useErrorText();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const finish = useFinishProvider();
  // Read once: the address and what this browser kept are good for one try.
  const [back] = useState(() => ({ attempt: takeAttempt(), state: params.get('state'), code: params.get('code') }));
  const [code, setCode] = useState('');
  const began = useRef(false);
  const waiting = finish.data && !finish.data.success ? finish.data.attempt : undefined;
  const { mutate } = finish;
  const enter = (end: ProviderEnd) => {
    if (!end.session) return;
    const path = afterLogin(end.session, end.redirect);
    if (/^\/admin\b/.test(path)) globalThis.location.assign(path);
    else navigate(path, { replace: true });
  };
  const whole = Boolean(back.attempt && back.state && back.code);
  useEffect(() => {
    if (began.current || !back.attempt || !back.state || !back.code) return;
    began.current = true;
    mutate({ attempt: back.attempt, state: back.state, code: back.code }, { onSuccess: enter });
  });
  const [pending, setPending] = useState<string>();
  const asked = waiting ?? pending;
  const failure = asApiError(finish.error);
  return (
    <SessionFrame title={t('session.login.title')} subtitle={t('session.provider.subtitle')}>
      <Stack spacing={2}>
        {(failure || !whole) && (
          <Alert severity={failure?.status === 401 ? 'warning' : 'error'} role="alert">
            {failure?.status === 401
              ? t('session.login.codeWrong')
              : failure
                ? words(failure)
                : t(
                    params.get('error') === 'access_denied' ? 'session.provider.denied' : 'session.provider.incomplete',
                  )}
            {failure?.status !== 401 && <SupportContact />}
          </Alert>
        )}
        {finish.isPending && !asked && <Typography role="status">{t('session.provider.waiting')}</Typography>}
        {asked && (
          <form
            noValidate
            onSubmit={(event: FormEvent) => {
              event.preventDefault();
              setPending(asked);
              finish.mutate({ attempt: asked, code: code.trim() }, { onSuccess: enter });
            }}
          >
            <Stack spacing={2}>
              <PlainField
                id="field-code"
                name="code"
                label={t('session.login.code')}
                autoComplete="one-time-code"
                autoFocus
                value={code}
                onChange={(event) => setCode(event.target.value)}
                wrong={false}
                message={t('session.login.codeHint')}
              />
              <Button type="submit" variant="contained" disabled={!code.trim()} loading={finish.isPending}>
                {t('session.login.submit')}
              </Button>
            </Stack>
          </form>
        )}
        <Link component={RouterLink} to="/login" sx={{ alignSelf: 'center' }}>
          {t('session.provider.back')}
        </Link>
      </Stack>
    </SessionFrame>
  );
}
