import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { Page } from '../../design/Page';
import { RowsSkeleton } from '../../design/Skeletons';
import { Setup } from '../setup/Setup';
import { PlanCard } from './PlanCard';
import { draftKey, PlanDialog, type PlanDraft } from './PlanDialog';
import { type Plan, usePlans } from './queries';

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
      {plans.isPending && <RowsSkeleton height={72} />}
      {plans.isError && <ErrorPanel error={plans.error} onRetry={() => plans.refetch()} />}
      {plans.data?.length === 0 && (
        <>
          <Card sx={{ mb: 2 }}>
            <EmptyState kind="none" title={t('plans.empty.title')} advice={t('plans.empty.advice')} action={create} />
          </Card>
          <Setup />
        </>
      )}
      {plans.data && plans.data.length > 0 && <Cards plans={plans.data} onDraft={setDraft} />}
      {draft && (
        <PlanDialog
          key={draftKey(draft)}
          operation={operation}
          draft={draft}
          onDraft={setDraft}
          onClose={() => setDraft(undefined)}
        />
      )}
    </Page>
  );
}

function Cards({ plans, onDraft }: { plans: readonly Plan[]; onDraft: (draft: PlanDraft) => void }) {
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 380px), 1fr))',
      }}
    >
      {plans.map((plan) => (
        <PlanCard
          key={plan.id}
          plan={plan}
          onEdit={() => onDraft({ kind: 'change', plan })}
          onDuplicate={() => onDraft({ kind: 'copy', plan })}
        />
      ))}
    </Box>
  );
}
