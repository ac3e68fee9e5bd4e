import { useT } from '@openpmo/ui/i18n/context';
import { useSearchParams } from 'react-router';
import { useCan } from '../../api/session';
import { Page } from '../../design/Page';
import { PageTabs } from '../../design/PageTabs';
import { PartiesPanel } from '../parties/PartiesPanel';
import { askSubscriptions } from './queries';
import { SubscriptionsPanel } from './SubscriptionsPanel';

export const askFirst = askSubscriptions;

const tabs = ['subscriptions', 'issuers', 'clients'] as const;

/** Who is bound to which plan, who issues the invoices and who receives them. */
export function SubscriptionsPage() {
  const t = useT();
  const can = useCan();
  const [params, setParams] = useSearchParams();
  const open = tabs.filter((tab) => tab === 'subscriptions' || can(tab === 'issuers' ? 'issuer:read' : 'client:read'));
  const tab = open.find((one) => one === params.get('tab')) ?? 'subscriptions';
  return (
    <Page title={t('subscriptions.title')} subtitle={t(`subscriptions.subtitle.${tab}`)}>
      <PageTabs
        label={t('subscriptions.tabs')}
        tabs={open.map((name) => ({ name, label: t(`subscriptions.tab.${name}`) }))}
        tab={tab}
        onTab={(next) => setParams(next === 'subscriptions' ? {} : { tab: next })}
      >
        {tab === 'subscriptions' && <SubscriptionsPanel />}
        {tab === 'issuers' && <PartiesPanel key="issuer" side="issuer" />}
        {tab === 'clients' && <PartiesPanel key="client" side="client" />}
      </PageTabs>
    </Page>
  );
}
