import { useT } from '@openpmo/ui/i18n/context';
import { useSearchParams } from 'react-router';
import { useOperation } from '../../api/operations';
import { Page } from '../../design/Page';
import { PageTabs } from '../../design/PageTabs';
import { CollectionsPanel } from './CollectionsPanel';
import { CreditorsPanel } from './CreditorsPanel';
import { MandatesPanel } from './MandatesPanel';
import { useCreditors, useIssuers, useSites } from './queries';

const tabs = ['creditors', 'mandates', 'collections'] as const;

/** In whose name issuers collect by direct debit, who lets them, and what was collected. */
export function PaymentPage() {
  const t = useT();
  const operation = useOperation();
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'creditors';
  const issuers = useIssuers(operation.id);
  const creditors = useCreditors(issuers.data);
  const sites = useSites(operation.id);
  return (
    <Page title={t('payments.title')} subtitle={t(`payments.subtitle.${tab}`)}>
      <PageTabs
        label={t('payments.tabs')}
        tabs={tabs.map((name) => ({ name, label: t(`payments.tab.${name}`) }))}
        tab={tab}
        onTab={(next) => setParams(next === 'creditors' ? {} : { tab: next })}
      >
        {tab === 'creditors' && <CreditorsPanel issuers={issuers} creditors={creditors.data ?? []} />}
        {tab === 'mandates' && <MandatesPanel creditors={creditors.data ?? []} sites={sites.data ?? []} />}
        {tab === 'collections' && <CollectionsPanel />}
      </PageTabs>
    </Page>
  );
}
