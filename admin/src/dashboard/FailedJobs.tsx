import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import Alert from '@mui/material/Alert';
import Card from '@mui/material/Card';
import CardHeader from '@mui/material/CardHeader';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useGetList } from 'react-admin';
import { RecordLink } from '../parts/RecordLink';
import { failedStates, useJobKindWord } from '../parts/words';
import { JobChip } from '../resources/jobs/JobChip';
import type { Job } from '../resources/jobs/JobList';

/** The last jobs that did not succeed, with their errors. */
export function FailedJobs() {
  const t = useT();
  const { data, isPending, isError } = useGetList<Job>('jobs', {
    pagination: { page: 1, perPage: 5 },
    sort: { field: 'id', order: 'DESC' },
    filter: { status: failedStates },
  });
  return (
    <Card component="section">
      <CardHeader
        title={t('admin.dashboard.lastFailedJobs')}
        slotProps={{ title: { variant: 'h2', component: 'h2' } }}
        sx={{ pb: 0 }}
      />
      {isPending && <Skeleton sx={{ m: 2 }} height={36} />}
      {isError && (
        <Alert severity="error" sx={{ m: 2 }}>
          {t('design.error.title')}
        </Alert>
      )}
      {data?.length === 0 && (
        <Stack direction="row" sx={{ gap: 1, p: 2, alignItems: 'center' }}>
          <CheckCircleOutlined aria-hidden color="success" />
          <Typography>{t('admin.dashboard.noFailedJob')}</Typography>
        </Stack>
      )}
      {data && data.length > 0 && (
        <List>
          {data.map((job) => (
            <FailedJob key={job.id} job={job} />
          ))}
        </List>
      )}
    </Card>
  );
}

function FailedJob({ job }: { job: Job }) {
  const t = useT();
  const kindWord = useJobKindWord();
  const formats = useFormats();
  return (
    <ListItem divider sx={{ display: 'block', '&:last-of-type': { borderBottom: 0 } }}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <RecordLink resource="jobs" id={job.id} type="show">
          {t('admin.job.heading', { id: job.id, kind: kindWord(job.kind) })}
        </RecordLink>
        <JobChip status={job.status} />
        <Typography color="textSecondary">{formats.instant(job.createdAt)}</Typography>
      </Stack>
      {job.error && <Typography sx={{ overflowWrap: 'anywhere' }}>{job.error}</Typography>}
    </ListItem>
  );
}
