import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useCan } from '../../api/session';
import { Page } from '../../design/Page';
import { PageTabs } from '../../design/PageTabs';
import { RowsSkeleton } from '../../design/Skeletons';
import { OverduePanel } from './OverduePanel';

const BalancesPanel = lazy(async () => ({ default: (await import('./BalancesPanel')).BalancesPanel }));
const RemindersPanel = lazy(async () => ({ default: (await import('./RemindersPanel')).RemindersPanel }));

const tabs = ['overdue', 'balances', 'reminders'] as const;

/** What clients owe: what is overdue, the balance of each, and how they are reminded. */
export function ReceivablesPage() {
  const t = useT();
  const can = useCan();
  const [params, setParams] = useSearchParams();
  const there = tabs.filter((one) => one !== 'reminders' || can('reminder:read'));
  const tab = there.find((one) => one === params.get('tab')) ?? 'overdue';
  return (
    <Page title={t('receivables.title')} subtitle={t(`receivables.subtitle.${tab}`)}>
      <PageTabs
        label={t('receivables.tabs')}
        tabs={there.map((name) => ({ name, label: t(`receivables.tab.${name}`) }))}
        tab={tab}
        onTab={(next) => setParams(next === 'overdue' ? {} : { tab: next })}
      >
        {tab === 'overdue' && <OverduePanel />}
        <Suspense fallback={<RowsSkeleton />}>
          {tab === 'balances' && <BalancesPanel />}
          {tab === 'reminders' && <RemindersPanel />}
        </Suspense>
      </PageTabs>
    </Page>
  );
}
