import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined';
import NoteAddOutlined from '@mui/icons-material/NoteAddOutlined';
import PlayCircleOutlined from '@mui/icons-material/PlayCircleOutlined';
import Button from '@mui/material/Button';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useCallback, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import type { FirstQuestions } from '../../api/firstQuestions';
import { type Operation, useOperation } from '../../api/operations';
import { holdsIn, useCan } from '../../api/session';
import { Can } from '../../design/Can';
import { later } from '../../design/later';
import { Page } from '../../design/Page';
import { PageTabs } from '../../design/PageTabs';
import { RowsSkeleton } from '../../design/Skeletons';
import { withChanges } from '../../design/useListAddress';
import { useLegacyBillCount } from '../legacyBilling/queries';
import { askMonths } from '../month/queries';
import { askCorrections, useCorrections } from './corrections/queries';
import { InvoicesPanel } from './InvoicesPanel';
import { shownTabs, type Tab, tabOf } from './invoices';
import { askTotals, useInvoiceTotals } from './queries';
import { WhatLacks } from './WhatLacks';

// Most visits only read.
const RunDialog = later(async () => (await import('../billRuns/RunDialog')).RunDialog);
const InvoiceSheet = later(async () => (await import('./InvoiceSheet')).InvoiceSheet);

/** The sums, and what stands above the list for those who may read it: it would move the list if it came later. */
export const askFirst: FirstQuestions = (queries, operation) =>
  Promise.all([
    askTotals(queries, operation),
    operation.features.includes('editedInvoices') &&
      holdsIn(queries, operation, 'month:read') &&
      askMonths(queries, operation.id),
    holdsIn(queries, operation, 'correction:read') && askCorrections(queries, operation.id),
  ]);

// Seldom there is one.
const CorrectionsPanel = lazy(() =>
  import('./corrections/CorrectionsPanel').then((module) => ({ default: module.CorrectionsPanel })),
);

// Only where an operation was billed by the old engine.
const BillsList = lazy(async () => ({ default: (await import('../legacyBilling/bills/BillsList')).BillsList }));

const legacyTab = 'legacyBills';

/** Drafts and published invoices. Where bill runs have a screen of their own, generating is done there. */
export function InvoicesPage() {
  const t = useT();
  const formats = useFormats();
  const can = useCan();
  const operation = useOperation();
  const totals = useInvoiceTotals(operation.id).data;
  const [params, setParams] = useSearchParams();
  const [generating, setGenerating] = useState(false);
  const byRuns = operation.features.includes('editedInvoices');
  const first: Tab = byRuns || totals?.drafts.number === 0 ? 'published' : 'drafts';
  const tab = tabOf(params.get('tab'), first, totals);
  const bills = useLegacyBillCount(operation);
  const legacy = bills > 0 && params.get('tab') === legacyTab;
  const invoiceId = params.get('invoice');
  const go = useCallback((next: Tab | typeof legacyTab) => setParams({ tab: next }), [setParams]);
  const show = useCallback(
    (invoice: string | undefined) => setParams((before) => withChanges(before, { tab, invoice })),
    [setParams, tab],
  );
  const shown: { name: Tab | typeof legacyTab; label: string; note?: string }[] = shownTabs(totals, tab).map((name) => {
    const label = t(`invoices.tab.${name}`);
    const total = totals?.[name];
    if (!total) return { name, label };
    const counted = t('invoices.tabCount', { name: label, count: formats.number(total.number) });
    return { name, label: counted, note: formats.money(name === 'statements' ? total.netCents : total.amountCents) };
  });
  if (bills > 0) {
    const label = t('invoices.tab.legacyBills');
    shown.push({ name: legacyTab, label: t('invoices.tabCount', { name: label, count: formats.number(bills) }) });
  }
  const generate = <Generate operation={operation} byRuns={byRuns} onGenerate={() => setGenerating(true)} />;
  return (
    <Page
      title={t(byRuns ? 'invoices.editedTitle' : 'invoices.title')}
      subtitle={t(byRuns ? 'invoices.editedSubtitle' : 'invoices.subtitle')}
      actions={
        <>
          <Can permission="journal:read">
            <Button
              component={Link}
              to={`/pmo/operations/${operation.id}/billing/accounting`}
              color="inherit"
              startIcon={<MenuBookOutlined />}
            >
              {t('invoices.toAccounting')}
            </Button>
          </Can>
          {generate}
        </>
      }
    >
      {byRuns && can('month:read') && <WhatLacks operationId={operation.id} totals={totals} />}
      <Corrections operationId={operation.id} />
      <PageTabs label={t('invoices.tabs')} tabs={shown} tab={legacy ? legacyTab : tab} onTab={go}>
        {legacy ? (
          <Suspense fallback={<RowsSkeleton />}>
            <BillsList billType="participant" empty={null} />
          </Suspense>
        ) : (
          <InvoicesPanel key={tab} tab={tab} empty={generate} onOpen={show} />
        )}
      </PageTabs>
      {invoiceId && <InvoiceSheet invoiceId={invoiceId} onClose={() => show(undefined)} />}
      {generating && (
        <RunDialog
          mode="SYNC"
          onClose={() => {
            setGenerating(false);
            go('drafts');
          }}
        />
      )}
    </Page>
  );
}

/** What is decided of corrections: brought where there is one, or where a link asks for it. */
function Corrections({ operationId }: { operationId: string }) {
  const readable = useCan()('correction:read');
  const asked = useLocation().hash === '#corrections';
  const list = useCorrections(operationId, readable).data ?? [];
  if (!readable || (list.length === 0 && !asked)) return null;
  return (
    <Suspense fallback={null}>
      <CorrectionsPanel />
    </Suspense>
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
