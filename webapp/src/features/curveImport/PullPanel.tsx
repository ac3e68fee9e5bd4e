import CloudDownloadOutlined from '@mui/icons-material/CloudDownloadOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useId, useState } from 'react';
import { useOperation } from '../../api/operations';
import { ErrorPanel } from '../../design/ErrorPanel';
import { TaskProgress } from '../../design/TaskProgress';
import { ImportDetails } from './ImportDetails';
import { ImportDone } from './ImportDone';
import { ImportStatus } from './ImportStatus';
import { type CurveImport, importResultOf, type Job } from './model';
import { ProblemLines } from './ProblemLines';
import { usePulls, useStartPull } from './queries';
import { useJobToTheEnd } from './useImportFlow';
import { WarningList } from './WarningList';

/** What comes without anybody sending files; nothing where this installation offers none of it. */
export function PullPanel() {
  const t = useT();
  const id = useId();
  const pulls = usePulls(useOperation().id);
  const { service, folder, taken } = pulls.data ?? {};
  if (!service && !folder) return null;
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2 }}>
      <Typography id={id} variant="h2" sx={{ mb: 0.5 }}>
        {t('curveImport.pull.title')}
      </Typography>
      <Stack sx={{ gap: 2 }}>
        {service && <ServicePull next={pulls.data?.next} last={pulls.data?.last} />}
        {folder && (
          <Stack sx={{ gap: 0.75 }}>
            <Typography color="textSecondary">{t('curveImport.pull.folder')}</Typography>
            <Last shown={taken} none={t('curveImport.pull.noneTaken')} />
          </Stack>
        )}
      </Stack>
    </Card>
  );
}

/** The operator's service: asked now when somebody wants it, and by itself where that is set. */
function ServicePull({ next, last }: { next: string | undefined; last: CurveImport | undefined }) {
  const t = useT();
  const formats = useFormats();
  const { id: operationId, dso } = useOperation();
  const start = useStartPull();
  // An import has the id of its job: one that runs is found again after a reload.
  const asked = start.data?.id ?? (last?.status === 'STARTED' ? last.id : undefined);
  const job = useJobToTheEnd(asked);
  const running = start.isPending || job.data?.status === 'PENDING';
  return (
    <Stack sx={{ gap: 1.5, minWidth: 0 }}>
      <Typography color="textSecondary" sx={{ maxWidth: '90ch' }}>
        {t('curveImport.pull.service', { dso: t(`enums.Dso.${dso}`) })}{' '}
        {next && t('curveImport.pull.daily', { when: formats.instant(next) })}
      </Typography>
      <Last shown={last} none={t('curveImport.pull.none')} />
      <Outcome error={start.error ?? job.error} job={job.data} />
      <div>
        <Button
          variant="outlined"
          startIcon={<CloudDownloadOutlined />}
          loading={running}
          onClick={() => start.mutate({ params: { path: { operationId } }, body: {} })}
        >
          {t('curveImport.pull.now')}
        </Button>
      </div>
    </Stack>
  );
}

function Outcome({ error, job }: { error: unknown; job: Job | undefined }): ReactNode {
  const t = useT();
  if (asApiError(error)?.key === 'pull.nothingToAsk') {
    return (
      <Alert severity="info" variant="outlined" role="status">
        {t('errors.pull.nothingToAsk')}
      </Alert>
    );
  }
  if (error) return <ErrorPanel error={error} />;
  const result = importResultOf(job);
  switch (job?.status) {
    case 'PENDING':
      return <TaskProgress label={t('curveImport.pull.running')} status="PENDING" progress={job.progress} />;
    case 'FAILURE':
      return <ProblemLines problems={job.errors ?? []} dryRun={false} />;
    case 'SUCCESS':
      return result ? (
        <>
          <ImportDone unchanged={result.unchanged} sites={result.changedSites} days={result.changedDays} />
          <WarningList warnings={result.warnings ?? []} />
        </>
      ) : null;
    default:
      return null;
  }
}

/** The newest import of its kind, with what came of it. */
function Last({ shown, none }: { shown: CurveImport | undefined; none: string }) {
  const t = useT();
  const formats = useFormats();
  const [open, setOpen] = useState(false);
  if (!shown) return <Typography>{none}</Typography>;
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography>
        {t('curveImport.pull.last', {
          when: formats.instant(shown.createdAt),
          who: shown.createdBy ?? t('curveImport.pull.server'),
        })}
      </Typography>
      <ImportStatus status={shown.status} />
      <Button size="small" color="inherit" onClick={() => setOpen(true)}>
        {t('curveImport.column.details')}
      </Button>
      {open && <ImportDetails shown={shown} onClose={() => setOpen(false)} />}
    </Stack>
  );
}
