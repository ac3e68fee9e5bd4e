import Box from '@mui/material/Box';
import { useT } from '@openpmo/ui/i18n/context';
import { useCan, useSession } from '../../api/session';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { notify } from '../../design/snackbars';
import { PasswordForm } from '../session/PasswordForm';
import { AccountFrame } from './AccountFrame';
import { EmailPanel } from './EmailPanel';
import { Panel } from './Panel';
import { useAccountInfo } from './queries';
import { SessionsPanel } from './SessionsPanel';
import { SecondFactorPanel } from './secondFactor/SecondFactorPanel';

/** How one signs in, and where one is signed in. */
export function AccountSecurityPage() {
  const t = useT();
  const secondFactor = useCan()('secondFactor:update');
  const account = useAccountInfo(useSession().id);
  return (
    <AccountFrame part="security" subtitle={t('myAccount.security.subtitle')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', lg: '2fr 3fr' }, alignItems: 'start' }}>
        {/* How many sessions there are is not known before: they stand last, so that nothing gives way to them. */}
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Panel title={t('home.account.password')} hint={t('myAccount.security.passwordHint')}>
            <PasswordForm onSaved={() => notify(t('session.password.saved'))} />
          </Panel>
          {secondFactor && <SecondFactorPanel />}
          <Panel title={t('home.account.email')}>
            {account.isPending && <RowsSkeleton rows={2} />}
            {account.isError && <ErrorPanel error={account.error} onRetry={() => account.refetch()} />}
            {account.data?.info && <EmailPanel info={account.data.info} />}
          </Panel>
        </Box>
        <SessionsPanel />
      </Box>
    </AccountFrame>
  );
}
