import Box from '@mui/material/Box';
import { useT } from '@openpmo/ui/i18n/context';
import { useSession } from '../../api/session';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { AccountFrame } from './AccountFrame';
import { DisplayPanel } from './DisplayPanel';
import { IdentityForm } from './IdentityForm';
import { Panel } from './Panel';
import { useAccountInfo } from './queries';

/** One's own account: who one is, the password, language and display. */
export function AccountPage() {
  const t = useT();
  const { id } = useSession();
  const account = useAccountInfo(id);
  return (
    <AccountFrame part="">
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', lg: '3fr 2fr' }, alignItems: 'start' }}>
        <Panel title={t('home.account.identity')}>
          {account.isPending && <RowsSkeleton rows={4} />}
          {account.isError && <ErrorPanel error={account.error} onRetry={() => account.refetch()} />}
          {account.data?.info && (
            <IdentityForm key={account.data.etag} info={account.data.info} etag={account.data.etag} />
          )}
        </Panel>
        <Panel title={t('home.account.display')}>
          <DisplayPanel />
        </Panel>
      </Box>
    </AccountFrame>
  );
}
