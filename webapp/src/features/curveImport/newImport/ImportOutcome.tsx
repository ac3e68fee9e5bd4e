import { useT } from '@openpmo/ui/i18n/context';
import { RowsSkeleton } from '../../../design/Skeletons';
import { TaskProgress } from '../../../design/TaskProgress';
import { importResultOf, type Stage } from '../imports';
import { FilesRead } from '../mappings/FilesRead';
import { openFiles } from '../mappings/fileAnswers';
import type { useFileReading } from '../mappings/useFileReading';
import { ProblemLines } from '../ProblemLines';
import { ImportDecision } from './ImportDecision';
import { ImportDone } from './ImportDone';
import { ImportPreview } from './ImportPreview';
import type { useImportFlow } from './useImportFlow';

interface ImportOutcomeProps {
  stage: Stage;
  flow: ReturnType<typeof useImportFlow>;
  reading: ReturnType<typeof useFileReading>;
}

/** What was found in the files, with what is asked about them. */
export function ImportOutcome({ stage, flow, reading }: ImportOutcomeProps) {
  return (
    <>
      {(stage === 'preview' || stage === 'refused') && (
        <FilesRead files={reading.files} drafts={reading.drafts} disabled={flow.busy} onChange={reading.change} />
      )}
      <Outcome stage={stage} flow={flow} />
    </>
  );
}

/** What the files hold, what is wrong with them, or what has changed. */
function Outcome({ stage, flow: { job, loading, decided: onDecided } }: Pick<ImportOutcomeProps, 'stage' | 'flow'>) {
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
