import NoteAddOutlined from '@mui/icons-material/NoteAddOutlined';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Can } from '../../../design/Can';
import { Page } from '../../../design/Page';
import { PageTabs } from '../../../design/PageTabs';
import type { BillType } from '../queries';
import { BillsList } from './BillsList';

const GenerateDialog = lazy(async () => ({ default: (await import('./GenerateDialog')).GenerateDialog }));

const tabs = ['participant', 'producer'] as const satisfies readonly BillType[];

/** The bills of the old engine: what consumers pay, what producers are paid, whether it was. */
export function BillingParticipantsPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'participant';
  const [generating, setGenerating] = useState(false);
  const generate = (
    <Can permission="bill:create">
      <Button variant="contained" startIcon={<NoteAddOutlined />} onClick={() => setGenerating(true)}>
        {t('legacyBilling.bills.generate')}
      </Button>
    </Can>
  );
  return (
    <Page title={t('legacyBilling.bills.title')} subtitle={t('legacyBilling.bills.subtitle')} actions={generate}>
      <PageTabs
        label={t('legacyBilling.bills.tabs')}
        tabs={tabs.map((name) => ({ name, label: t(`legacyBilling.bills.tab.${name}`) }))}
        tab={tab}
        onTab={(next) => setParams({ tab: next })}
      >
        <BillsList key={tab} billType={tab} empty={generate} />
      </PageTabs>
      <Suspense fallback={null}>{generating && <GenerateDialog onClose={() => setGenerating(false)} />}</Suspense>
    </Page>
  );
}
