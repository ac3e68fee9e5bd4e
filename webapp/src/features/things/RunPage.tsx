import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useParams } from 'react-router';
import { useOperation } from '../../api/operations';
import { ThingPage } from '../../design/ThingPage';
import { useRun } from '../billRuns/queries';
import { RunCard } from '../billRuns/RunCard';
import { RunReview } from '../billRuns/review/RunReview';
import { HistoryCard } from './history/HistoryCard';

/** One bill run: what was asked, what it made, what it left out and why, and the publication of its drafts. */
export function RunPage() {
  const { id = '' } = useParams();
  return <OneRun key={id} runId={id} />;
}

function OneRun({ runId }: { runId: string }) {
  const t = useT();
  const formats = useFormats();
  const { id, features } = useOperation();
  const read = useRun(id, runId);
  const run = read.data;
  const runs = features.includes('invoicesRun');
  return (
    <ThingPage
      state={read}
      list={
        runs
          ? { label: t('billRuns.title'), path: 'billing/invoices-run' }
          : { label: t('invoices.title'), path: 'billing/invoices' }
      }
      title={run ? t('pages.run.title', { instant: formats.instant(run.createdAt) }) : t('pages.kind.run')}
    >
      {run && (
        <>
          <RunCard
            run={run}
            title={t('pages.run.upTo', { date: formats.day(run.billUpTo) })}
            review={<RunReview operationId={id} runId={run.id} />}
          />
          <HistoryCard kind="run" id={run.id} />
        </>
      )}
    </ThingPage>
  );
}
