import NoteAddOutlined from '@mui/icons-material/NoteAddOutlined';
import PlayCircleOutlined from '@mui/icons-material/PlayCircleOutlined';
import Button from '@mui/material/Button';
import MuiTab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useCallback, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type Operation, useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { Page } from '../../design/Page';
import { RunDialog } from '../billRuns/RunDialog';
import { InvoiceSheet } from './InvoiceSheet';
import { InvoicesPanel } from './InvoicesPanel';
import { type Tab, tabOf, tabs } from './model';
import { useCounts } from './queries';

/** Drafts and published invoices. Where bill runs have a screen of their own, generating is done there. */
export function InvoicesPage() {
  const t = useT();
  const formats = useFormats();
  const operation = useOperation();
  const counts = useCounts(operation.id);
  const [params, setParams] = useSearchParams();
  const [generating, setGenerating] = useState(false);
  const byRuns = operation.jdbToggle && operation.dso !== 'SIBELGA';
  const first: Tab = byRuns || counts.data?.drafts === 0 ? 'published' : 'drafts';
  const tab = tabOf(params.get('tab'), first, counts.data);
  const invoiceId = params.get('invoice');
  const go = useCallback((next: { tab: Tab; invoice?: string }) => setParams(next), [setParams]);
  const open = useCallback((id: string) => go({ tab, invoice: id }), [go, tab]);
  const shown = tabs.filter((one) => one !== 'statements' || (counts.data?.statements ?? 0) > 0 || tab === one);
  const generate = <Generate operation={operation} byRuns={byRuns} onGenerate={() => setGenerating(true)} />;
  return (
    <Page
      title={t(byRuns ? 'invoices.editedTitle' : 'invoices.title')}
      subtitle={t(byRuns ? 'invoices.editedSubtitle' : 'invoices.subtitle')}
      actions={generate}
    >
      <Tabs
        value={tab}
        onChange={(_, next: Tab) => go({ tab: next })}
        aria-label={t('invoices.tabs')}
        variant="scrollable"
        allowScrollButtonsMobile
        sx={{ mb: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        {shown.map((one) => (
          <MuiTab
            key={one}
            value={one}
            id={`tab-${one}`}
            aria-controls={`panel-${one}`}
            label={
              counts.data
                ? t('invoices.tabCount', { name: t(`invoices.tab.${one}`), count: formats.number(counts.data[one]) })
                : t(`invoices.tab.${one}`)
            }
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        <InvoicesPanel key={tab} tab={tab} empty={generate} onOpen={open} />
      </div>
      {invoiceId && <InvoiceSheet invoiceId={invoiceId} onClose={() => go({ tab })} />}
      {generating && (
        <RunDialog
          mode="SYNC"
          onClose={() => {
            setGenerating(false);
            go({ tab: 'drafts' });
          }}
        />
      )}
    </Page>
  );
}

function Generate({
  operation,
  byRuns,
  onGenerate,
}: {
  operation: Operation;
  byRuns: boolean;
  onGenerate: () => void;
}) {
  const t = useT();
  if (byRuns) {
    return (
      <Can permission="billing:visit">
        <Button
          component={Link}
          to={`/pmo/operations/${operation.id}/billing/invoices-run`}
          variant="outlined"
          color="inherit"
          startIcon={<PlayCircleOutlined />}
        >
          {t('invoices.toRuns')}
        </Button>
      </Can>
    );
  }
  return (
    <Can permission="run:run">
      <Button variant="contained" startIcon={<NoteAddOutlined />} onClick={onGenerate}>
        {t('invoices.generate')}
      </Button>
    </Can>
  );
}
