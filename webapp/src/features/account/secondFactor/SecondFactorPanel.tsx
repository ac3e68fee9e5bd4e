import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { forget } from '../../../api/forget';
import { useSession } from '../../../api/session';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { RowsSkeleton } from '../../../design/Skeletons';
import { Panel } from '../Panel';
import { useSecondFactor } from './queries';
import { SecondFactorProofDialog } from './SecondFactorProofDialog';
import { SecondFactorSteps } from './SecondFactorSteps';

/** The code that the sign-in asks for after the password: turned on, off, and what is left of recovery codes. */
export function SecondFactorPanel() {
  const t = useT();
  const formats = useFormats();
  const queries = useQueryClient();
  const { id } = useSession();
  const factor = useSecondFactor(id);
  const [open, setOpen] = useState<'enable' | 'disable' | 'renew'>();
  const close = () => setOpen(undefined);
  const state = factor.data;
  return (
    <Panel title={t('myAccount.secondFactor.title')} hint={t('myAccount.secondFactor.hint')}>
      {factor.isPending && <RowsSkeleton rows={2} />}
      {factor.isError && <ErrorPanel error={factor.error} onRetry={() => factor.refetch()} />}
      {state && open !== 'enable' && (
        <Stack spacing={1.5}>
          <Typography>
            {state.enabledAt
              ? t('myAccount.secondFactor.on', { date: formats.instant(state.enabledAt) })
              : t('myAccount.secondFactor.off')}
            {state.required && ` · ${t('myAccount.secondFactor.required')}`}
          </Typography>
          {state.enabled && (
            <Typography variant="body2" color={state.recoveryCodesLeft < 3 ? 'warning' : 'textSecondary'}>
              {t('myAccount.secondFactor.left', { smart_count: state.recoveryCodesLeft })}
            </Typography>
          )}
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
            {state.enabled ? (
              <>
                <Button variant="outlined" sx={{ minHeight: 44 }} onClick={() => setOpen('renew')}>
                  {t('myAccount.secondFactor.renew')}
                </Button>
                <Button color="error" sx={{ minHeight: 44 }} onClick={() => setOpen('disable')}>
                  {t('myAccount.secondFactor.disable')}
                </Button>
              </>
            ) : (
              <Button variant="outlined" sx={{ minHeight: 44 }} onClick={() => setOpen('enable')}>
                {t('myAccount.secondFactor.enable')}
              </Button>
            )}
          </Stack>
        </Stack>
      )}
      {open === 'enable' && (
        <SecondFactorSteps
          userId={id}
          onCancel={close}
          onDone={() => {
            close();
            void forget(queries, 'account');
          }}
        />
      )}
      {(open === 'disable' || open === 'renew') && (
        <SecondFactorProofDialog userId={id} purpose={open} onClose={close} />
      )}
    </Panel>
  );
}
