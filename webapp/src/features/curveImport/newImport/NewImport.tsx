import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { FileDrop } from '../../../design/FileDrop';
import { RowsSkeleton } from '../../../design/Skeletons';
import { TaskProgress } from '../../../design/TaskProgress';
import { importResultOf, type Job, type Stage } from '../imports';
import { FilesRead } from '../mappings/FilesRead';
import { openFiles } from '../mappings/fileAnswers';
import { useFileReading } from '../mappings/useFileReading';
import { useSaveMappings } from '../mappings/useSaveMappings';
import { ProblemLines } from '../ProblemLines';
import { ImportActions } from './ImportActions';
import { ImportDecision } from './ImportDecision';
import { ImportDone } from './ImportDone';
import { ImportPreview } from './ImportPreview';
import { ImportSteps } from './ImportSteps';
import { StatusChoice } from './StatusChoice';
import { useImportFlow } from './useImportFlow';

/** Files at once, and megabytes of one, as the server takes them. */
const limits = { maxFiles: 200, maxMegabytes: 200 };

/** Choose files, see what they hold, store them. */
export function NewImport() {
  const t = useT();
  const id = useId();
  const [files, setFiles] = useState<File[]>([]);
  const [definitive, setDefinitive] = useState(false);
  const flow = useImportFlow();
  const reading = useFileReading(importResultOf(flow.job)?.files);
  const saveMappings = useSaveMappings();
  const { stage } = flow;
  const over = stage === 'done' || stage === 'failed';
  const again = () => {
    setFiles([]);
    setDefinitive(false);
    reading.forget();
    flow.restart();
  };
  const send = (dryRun: boolean) => {
    reading.sent();
    // What the check has listed was agreed to, when the import was asked for.
    const acceptSuspected = !dryRun && (importResultOf(flow.job)?.suspectedCount ?? 0) > 0;
    flow.send({ files, definitive, dryRun, acceptSuspected, answers: reading.answers });
  };
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2, alignItems: 'center', mb: 2 }}>
        <Typography id={id} variant="h2" sx={{ mr: 'auto' }}>
          {t('curveImport.new.title')}
        </Typography>
        <ImportSteps stage={stage} />
      </Stack>
      <Stack sx={{ gap: 2 }}>
        {stage !== 'importing' && stage !== 'held' && !over && (
          <Box
            sx={{
              display: 'grid',
              gap: { xs: 2, md: 3 },
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
            }}
          >
            <FileDrop
              label={t('curveImport.new.files')}
              hint={t('curveImport.new.hint')}
              accept=".csv,.txt,.xlsx,.xml,.zip"
              maxFiles={limits.maxFiles}
              maxMegabytes={limits.maxMegabytes}
              files={files}
              disabled={flow.busy}
              onChange={(next) => {
                setFiles(next);
                reading.forget();
                flow.restart();
              }}
            />
            <StatusChoice
              definitive={definitive}
              disabled={flow.busy}
              onChange={(next) => {
                setDefinitive(next);
                flow.restart();
              }}
            />
          </Box>
        )}
        {flow.error !== null && <ErrorPanel error={flow.error} />}
        {(stage === 'preview' || stage === 'refused') && (
          <FilesRead files={reading.files} drafts={reading.drafts} disabled={flow.busy} onChange={reading.change} />
        )}
        <Outcome stage={stage} job={flow.job} loading={flow.loading} onDecided={flow.decided} />
        <ImportActions
          stage={stage}
          result={importResultOf(flow.job)}
          canImport={files.length > 0}
          busy={flow.busy}
          recheck={reading.recheck}
          onCheck={() => send(true)}
          onImport={() => {
            saveMappings(reading.files, reading.drafts);
            send(false);
          }}
          onAgain={again}
        />
      </Stack>
    </Card>
  );
}

/** What the files hold, what is wrong with them, or what has changed. */
function Outcome({
  stage,
  job,
  loading,
  onDecided,
}: {
  stage: Stage;
  job: Job | undefined;
  loading: boolean;
  onDecided: () => void;
}) {
  const t = useT();
  const result = importResultOf(job);
  if (loading) return <RowsSkeleton rows={2} />;
  switch (stage) {
    case 'choose':
      return null;
    case 'checking':
    case 'importing':
      return (
        <TaskProgress
          label={t(stage === 'checking' ? 'curveImport.checking' : 'curveImport.importing')}
          status="PENDING"
          progress={job?.progress}
        />
      );
    case 'refused':
    case 'failed':
      return <ProblemLines problems={job?.errors ?? []} dryRun={stage === 'refused'} />;
    case 'preview':
      // With nothing but open files there is nothing to show yet.
      return result && (result.points > 0 || openFiles(result.files ?? []).length === 0) ? (
        <ImportPreview result={result} />
      ) : null;
    case 'held':
      return result && job ? (
        <>
          <ImportPreview result={result} done held />
          <ImportDecision importId={job.id} status="SUSPECTED" onDecided={onDecided} />
        </>
      ) : null;
    case 'done':
      return (
        <>
          {result && <ImportDone result={result} />}
          {result && <ImportPreview result={result} done />}
        </>
      );
    default:
      return stage satisfies never;
  }
}
