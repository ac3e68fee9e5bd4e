import PlayCircleOutlined from '@mui/icons-material/PlayCircleOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { later } from '../../design/later';
import { Page } from '../../design/Page';
import { RowsSkeleton } from '../../design/Skeletons';
import { Setup } from '../setup/Setup';
import { askRuns, isPending, useLastRun } from './queries';
import { RunCard } from './RunCard';
import { RunList } from './RunList';

// Most visits only read.
const RunDialog = later(async () => (await import('./RunDialog')).RunDialog);

export const askFirst = askRuns;

/** Bill runs: start one, follow it, mend what failed, publish what it made. */
export function BillRunsPage() {
  const t = useT();
  const operation = useOperation();
  const last = useLastRun(operation.id);
  const [asking, setAsking] = useState(false);
  const live = isPending(last.run);
  const start = (
    <Can permission="run:run">
      <Button variant="contained" startIcon={<PlayCircleOutlined />} onClick={() => setAsking(true)} disabled={live}>
        {t('billRuns.start')}
      </Button>
    </Can>
  );
  return (
    <Page title={t('billRuns.title')} subtitle={t('billRuns.subtitle')} actions={start}>
      {last.isPending && <RowsSkeleton height={72} />}
      {last.isError && <ErrorPanel error={last.error} onRetry={() => last.refetch()} />}
      {last.none && (
        <>
          <Card sx={{ mb: 2 }}>
            <EmptyState
              kind="none"
              title={t('billRuns.empty.title')}
              advice={t('billRuns.empty.advice')}
              action={start}
            />
          </Card>
          <Setup />
        </>
      )}
      {last.run && <RunCard run={last.run} />}
      {last.run && <RunList />}
      {asking && (
        <RunDialog
          mode="ASYNC"
          onClose={() => setAsking(false)}
          onStarted={() => {
            setAsking(false);
            last.refetch();
          }}
        />
      )}
    </Page>
  );
}
