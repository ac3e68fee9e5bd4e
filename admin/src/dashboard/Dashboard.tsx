import Box from '@mui/material/Box';
import { useT } from '@openpmo/ui/i18n/context';
import { Title } from 'react-admin';
import { PageTitle } from '../parts/PageTitle';
import { failedStates } from '../parts/words';
import { CountCard } from './CountCard';
import { FailedJobs } from './FailedJobs';

/** The first page: how much there is of everything, and what went wrong. */
export function Dashboard() {
  const t = useT();
  return (
    <>
      <Title title={<PageTitle title={t('admin.dashboard.title')} />} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          my: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(150px, 100%), 1fr))',
        }}
      >
        <CountCard resource="operations" />
        <CountCard resource="participants" />
        <CountCard resource="users" />
        <CountCard resource="users" label={t('admin.dashboard.neverSignedIn')} filter={{ initialized: false }} />
        <CountCard resource="jobs" label={t('admin.dashboard.failedJobs')} filter={{ status: failedStates }} alarming />
        <CountCard resource="outbox" />
      </Box>
      <FailedJobs />
    </>
  );
}
