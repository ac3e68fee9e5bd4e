import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useCan } from '../../api/session';
import { Page } from '../../design/Page';
import { PageTabs } from '../../design/PageTabs';
import { RowsSkeleton } from '../../design/Skeletons';
import { StatementsPanel } from './StatementsPanel';

const OwedPanel = lazy(async () => ({ default: (await import('./OwedPanel')).OwedPanel }));
const PayoutsPanel = lazy(async () => ({ default: (await import('./PayoutsPanel')).PayoutsPanel }));

const tabs = ['statements', 'owed', 'payouts'] as const;

/** What producers are owed: their statements, what is to be paid of them, and the lists for the bank. */
export function StatementsPage() {
  const t = useT();
  const can = useCan();
  const [params, setParams] = useSearchParams();
  const there = tabs.filter((one) => one === 'statements' || can('payout:read'));
  const tab = there.find((one) => one === params.get('tab')) ?? 'statements';
  return (
    <Page title={t('statements.title')} subtitle={t(`statements.subtitle.${tab}`)}>
      <PageTabs
        label={t('statements.tabs')}
        tabs={there.map((name) => ({ name, label: t(`statements.tab.${name}`) }))}
        tab={tab}
        onTab={(next) => setParams(next === 'statements' ? {} : { tab: next })}
      >
        {tab === 'statements' && <StatementsPanel />}
        <Suspense fallback={<RowsSkeleton />}>
          {tab === 'owed' && <OwedPanel />}
          {tab === 'payouts' && <PayoutsPanel />}
        </Suspense>
      </PageTabs>
    </Page>
  );
}
