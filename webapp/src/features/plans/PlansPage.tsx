import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { Page } from '../../design/Page';
import { Setup } from '../setup/Setup';
import { draftKey, type PlanDraft } from './draft';
import { PlansList } from './PlansList';
import { usePlans } from './queries';

const PlanDialog = lazy(async () => ({ default: (await import('./PlanDialog')).PlanDialog }));

/** What subscribers pay: the plans of an operation. */
export function PlansPage() {
  const t = useT();
  const operation = useOperation();
  const plans = usePlans(operation.id);
  const [draft, setDraft] = useState<PlanDraft>();
  const create = (
    <Can permission="plan:create">
      <Button variant="contained" startIcon={<Add />} onClick={() => setDraft({ kind: 'new' })}>
        {t('plans.create')}
      </Button>
    </Can>
  );
  return (
    <Page
      title={t('plans.title')}
      subtitle={plans.data && t('plans.subtitle', { smart_count: plans.data.length })}
      actions={create}
    >
      {plans.isError ? (
        <ErrorPanel error={plans.error} onRetry={() => plans.refetch()} />
      ) : (
        <PlansList
          plans={plans.data ?? []}
          state={plans}
          none={
            <EmptyState kind="none" title={t('plans.empty.title')} advice={t('plans.empty.advice')} action={create} />
          }
          onDraft={setDraft}
        />
      )}
      {plans.data?.length === 0 && (
        <Box sx={{ mt: 2 }}>
          <Setup />
        </Box>
      )}
      <Suspense fallback={null}>
        {draft && (
          <PlanDialog
            key={draftKey(draft)}
            operation={operation}
            draft={draft}
            onDraft={setDraft}
            onClose={() => setDraft(undefined)}
          />
        )}
      </Suspense>
    </Page>
  );
}
