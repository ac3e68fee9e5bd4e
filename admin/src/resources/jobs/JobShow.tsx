import Alert from '@mui/material/Alert';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Show, useRecordContext, useTranslate } from 'react-admin';
import { Facts } from '../../parts/Facts';
import { PageTitle } from '../../parts/PageTitle';
import { useJobKindWord } from '../../parts/words';
import { JobChip } from './JobChip';
import type { Job } from './JobList';

/** One job, with the error of its last attempt. */
export function JobShow() {
  return (
    <Show title={<Heading />} actions={false}>
      <CardContent>
        <JobFacts />
      </CardContent>
    </Show>
  );
}

function Heading() {
  const t = useT();
  const kindWord = useJobKindWord();
  const job = useRecordContext<Job>();
  return job ? <PageTitle title={t('admin.job.heading', { id: job.id, kind: kindWord(job.kind) })} /> : null;
}

function JobFacts() {
  const formats = useFormats();
  const translate = useTranslate();
  const job = useRecordContext<Job>();
  if (!job) return null;
  const label = (field: keyof Job) => translate(`resources.jobs.fields.${field}`);
  return (
    <Stack spacing={2}>
      <Facts
        facts={[
          { label: label('status'), value: <JobChip status={job.status} /> },
          { label: label('queue'), value: job.queue },
          { label: label('attempt'), value: formats.number(job.attempt) },
          { label: label('createdAt'), value: formats.instant(job.createdAt) },
          { label: label('finishedAt'), value: job.finishedAt && formats.instant(job.finishedAt) },
        ]}
      />
      {job.error && (
        <Alert severity="error" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {job.error}
        </Alert>
      )}
    </Stack>
  );
}
