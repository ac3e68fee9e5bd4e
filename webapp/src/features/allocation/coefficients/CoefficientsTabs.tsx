import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { useHides } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { ConfirmDialog } from '../../../design/ConfirmDialog';
import { Page } from '../../../design/Page';
import { PageTabs } from '../../../design/PageTabs';
import { RowsSkeleton } from '../../../design/Skeletons';
import { SentenceTerm } from '../../../design/TermInfo';
import { KeyBar } from '../key/editor/KeyBar';
import { SaveBar } from '../key/editor/SaveBar';
import { useKeyEditor } from '../key/editor/useKeyEditor';
import { MethodPanel } from '../key/methods/MethodPanel';
import type { Target } from '../key/target';
import type { Loaded } from '../key/useKeys';

// The other tabs come when they are opened.
const PoolsPanel = lazy(async () => ({ default: (await import('../key/pools/PoolsPanel')).PoolsPanel }));
const SeasonsPanel = lazy(async () => ({ default: (await import('../key/seasons/SeasonsPanel')).SeasonsPanel }));
const HistoryPanel = lazy(async () => ({ default: (await import('../key/versions/HistoryPanel')).HistoryPanel }));
const SendingPanel = lazy(async () => ({ default: (await import('./SendingPanel')).SendingPanel }));

const tabs = ['method', 'pools', 'seasons', 'history', 'sending'] as const;
type TabName = (typeof tabs)[number];

/** The key on five tabs. What is edited stays while one looks at the others. */
export function CoefficientsTabs({ loaded, target }: { loaded: Loaded; target: Target }) {
  const t = useT();
  const can = useCan();
  const hides = useHides();
  const [params, setParams] = useSearchParams();
  const editor = useKeyEditor(target, loaded);
  // A tab that the view leaves out stays where an address leads to it.
  const open = tabs.filter(
    (tab) =>
      (tab !== 'sending' || can('coefficient:read')) &&
      (tab !== 'seasons' || !hides('SEASONS') || params.get('tab') === tab),
  );
  const tab = open.find((one) => one === params.get('tab')) ?? 'method';
  const go = (next: TabName) =>
    setParams((now) => {
      if (next === 'method') now.delete('tab');
      else now.set('tab', next);
      return now;
    });
  const { keys, seasonality, sites } = loaded;
  return (
    <Page
      title={t('allocation.title')}
      subtitle={
        <>
          {t(`allocation.subtitle.${tab}`)}
          <SentenceTerm of="coefficient" />
        </>
      }
    >
      <PageTabs
        label={t('allocation.tabs')}
        tabs={open.map((name) => ({ name, label: t(`allocation.tab.${name}`) }))}
        tab={tab}
        onTab={go}
      >
        {(tab === 'method' || tab === 'pools') && <KeyBar target={target} keys={keys} editor={editor} />}
        {tab === 'method' && <MethodPanel editor={editor} onTab={go} />}
        <Suspense fallback={<RowsSkeleton />}>
          {tab === 'pools' && <PoolsPanel editor={editor} />}
          {tab === 'seasons' && <SeasonsPanel seasonality={seasonality} keys={keys} />}
          {tab === 'history' && <HistoryPanel keys={keys} names={sites.names} />}
          {tab === 'sending' && <SendingPanel keys={keys} sites={sites} />}
        </Suspense>
        {/* On every tab: a change must not be forgotten because one looks elsewhere. */}
        <SaveBar editor={editor} onGo={() => go(editor.edited.type === 'by_pool' ? 'pools' : 'method')} />
      </PageTabs>
      <ConfirmDialog
        open={editor.leaving.state === 'blocked'}
        title={t('allocation.leave.title')}
        confirmLabel={t('allocation.leave.confirm')}
        destructive
        onConfirm={() => editor.leaving.proceed?.()}
        onClose={() => editor.leaving.reset?.()}
      >
        <Typography>{t('allocation.leave.text')}</Typography>
      </ConfirmDialog>
    </Page>
  );
}
