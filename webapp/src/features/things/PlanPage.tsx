import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import EuroOutlined from '@mui/icons-material/EuroOutlined';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { Can } from '../../design/Can';
import { ThingPage } from '../../design/ThingPage';
import type { PlanDraft } from '../plans/draft';
import { PlanPreview } from '../plans/PlanPreview';
import { PlanTerms } from '../plans/PlanTerms';
import { HistoryCard } from './history/HistoryCard';
import { InvoiceList } from './parts/InvoiceList';
import { Columns, Part } from './parts/Part';
import { SubscriptionList } from './parts/SubscriptionList';
import { usePlan, useSubscriptions } from './queries';

// The form and its rules are loaded when it is opened.
const PlanDialog = lazy(() => import('../plans/PlanDialog').then((part) => ({ default: part.PlanDialog })));

const PriceChangeDialog = lazy(() =>
  import('../plans/PriceChangeDialog').then((part) => ({ default: part.PriceChangeDialog })),
);

/** One plan: what it costs, who subscribed to it, and whether it may still change. */
export function PlanPage() {
  const { id = '' } = useParams();
  return <OnePlan key={id} planId={id} />;
}

function OnePlan({ planId }: { planId: string }) {
  const t = useT();
  const operation = useOperation();
  const read = usePlan(operation.id, planId);
  const subscriptions = useSubscriptions(operation.id);
  const can = useCan();
  const [draft, setDraft] = useState<PlanDraft>();
  const [changing, setChanging] = useState(false);
  const plan = read.data;
  return (
    <ThingPage
      state={read}
      list={{ label: t('plans.title'), path: 'billing/plans' }}
      title={plan?.name ?? t('pages.kind.plan')}
      subtitle={plan?.description}
      actions={
        plan && (
          <>
            {plan.subscriptionsNumber > 0 && (
              <Can permission="subscription:create">
                <Button
                  variant="outlined"
                  color="inherit"
                  startIcon={<EuroOutlined />}
                  onClick={() => setChanging(true)}
                >
                  {t('plans.newPrice.open')}
                </Button>
              </Can>
            )}
            <Can permission="plan:create">
              <Button
                variant="outlined"
                color="inherit"
                startIcon={<ContentCopyOutlined />}
                onClick={() => setDraft({ kind: 'copy', plan })}
              >
                {t('plans.duplicate')}
              </Button>
            </Can>
            <Can permission="plan:update">
              <Button
                variant="outlined"
                color="inherit"
                startIcon={<EditOutlined />}
                onClick={() => setDraft({ kind: 'change', plan })}
              >
                {t(plan.alreadyInvoiced ? 'plans.rename' : 'plans.edit')}
              </Button>
            </Can>
          </>
        )
      }
    >
      {plan && (
        <Columns
          main={
            <>
              <SubscriptionList
                title={t('pages.subscriptions.title')}
                rows={(subscriptions.data ?? []).filter((one) => one.plan.id === plan.id)}
                state={subscriptions}
                without={['plan']}
                none={t('pages.subscriptions.noneOfPlan')}
                action={
                  <Can permission="subscription:create">
                    <Button
                      component={Link}
                      to={`/pmo/operations/${operation.id}/billing/subscriptions`}
                      size="small"
                      className="no-print"
                    >
                      {t('pages.subscriptions.manage')}
                    </Button>
                  </Can>
                }
              />
              <Part title={t('plans.preview.title')}>
                <PlanPreview
                  operationId={operation.id}
                  tried={async () => ({ planId: plan.id })}
                  onMend={
                    can('plan:update')
                      ? () => setDraft({ kind: plan.alreadyInvoiced ? 'copy' : 'change', plan })
                      : undefined
                  }
                />
              </Part>
              <InvoiceList of={{ planId: plan.id }} narrowed={{ plan: plan.id }} />
            </>
          }
          side={
            <>
              <Part title={t('pages.terms')}>
                <PlanTerms plan={plan} />
              </Part>
              <HistoryCard kind="plan" id={plan.id} />
            </>
          }
        />
      )}
      <Suspense fallback={null}>
        {draft && (
          <PlanDialog
            key={draft.kind}
            operation={operation}
            draft={draft}
            onDraft={setDraft}
            onClose={() => setDraft(undefined)}
          />
        )}
        {changing && plan && <PriceChangeDialog operation={operation} plan={plan} onClose={() => setChanging(false)} />}
      </Suspense>
    </ThingPage>
  );
}
