import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useT } from '@openpmo/ui/i18n/context';
import { useSearchParams } from 'react-router';
import { useCan } from '../../api/session';
import { Page } from '../../design/Page';
import { PartiesPanel } from '../parties/PartiesPanel';
import { SubscriptionsPanel } from './SubscriptionsPanel';

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
      <Tabs
        value={tab}
        onChange={(_, next: string) => setParams(next === 'subscriptions' ? {} : { tab: next })}
        aria-label={t('subscriptions.tabs')}
        variant="scrollable"
        allowScrollButtonsMobile
        className="no-print"
        sx={{ mb: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        {open.map((one) => (
          <Tab
            key={one}
            value={one}
            id={`tab-${one}`}
            aria-controls={`panel-${one}`}
            label={t(`subscriptions.tab.${one}`)}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'subscriptions' && <SubscriptionsPanel />}
        {tab === 'issuers' && <PartiesPanel key="issuer" side="issuer" />}
        {tab === 'clients' && <PartiesPanel key="client" side="client" />}
      </div>
    </Page>
  );
}
