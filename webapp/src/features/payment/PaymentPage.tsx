import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { Page } from '../../design/Page';
import { PageTabs } from '../../design/PageTabs';
import { RowsSkeleton } from '../../design/Skeletons';
import { CreditorsPanel } from './CreditorsPanel';
import { useCreditors, useIssuers, useSites } from './queries';

const MandatesPanel = lazy(async () => ({ default: (await import('./MandatesPanel')).MandatesPanel }));
const CollectionsPanel = lazy(async () => ({ default: (await import('./CollectionsPanel')).CollectionsPanel }));

const BankPanel = lazy(async () => ({ default: (await import('./bank/BankPanel')).BankPanel }));

const tabs = ['creditors', 'mandates', 'collections', 'bank'] as const;

/** In whose name issuers collect by direct debit, who lets them, and what was collected. */
export function PaymentPage() {
  const t = useT();
  const operation = useOperation();
  const [params, setParams] = useSearchParams();
  const can = useCan();
  const shown = tabs.filter((name) => name !== 'bank' || can('bankFile:read'));
  const tab = shown.find((one) => one === params.get('tab')) ?? 'creditors';
  const issuers = useIssuers(operation.id);
  const creditors = useCreditors(issuers.data);
  const sites = useSites(operation.id);
  return (
    <Page title={t('payments.title')} subtitle={t(`payments.subtitle.${tab}`)}>
      <PageTabs
        label={t('payments.tabs')}
        tabs={shown.map((name) => ({ name, label: t(`payments.tab.${name}`) }))}
        tab={tab}
        onTab={(next) => setParams(next === 'creditors' ? {} : { tab: next })}
      >
        {tab === 'creditors' && <CreditorsPanel issuers={issuers} creditors={creditors.data ?? []} />}
        <Suspense fallback={<RowsSkeleton />}>
          {tab === 'mandates' && <MandatesPanel creditors={creditors.data ?? []} sites={sites.data ?? []} />}
          {tab === 'collections' && <CollectionsPanel />}
          {tab === 'bank' && <BankPanel />}
        </Suspense>
      </PageTabs>
    </Page>
  );
}
