import HelpOutlineOutlined from '@mui/icons-material/HelpOutlineOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useOperation } from '../../../api/operations';
import { EmptyState } from '../../../design/EmptyState';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { Page } from '../../../design/Page';
import { PageTabs } from '../../../design/PageTabs';
import { PeriodBar } from '../../../design/PeriodBar';
import { type DayRange, dataBounds } from '../../../design/period';
import { PageSkeleton, RowsSkeleton } from '../../../design/Skeletons';
import { SentenceTerm } from '../../../design/TermInfo';
import { usePeriod } from '../../../design/usePeriod';
import { type Loaded, useKeys } from '../key/useKeys';
import { KeyCard } from './keyInForce/KeyCard';
import { MatrixPanel } from './matrix/MatrixPanel';
import { useDateRanges } from './queries';
import { useAddress, useAsked } from './useAddress';
import { useDayToExplain } from './useDayToExplain';

/** What a first look at the page does not show comes when it is asked for. */
const DraftList = lazy(() => import('./simulation/DraftList').then((module) => ({ default: module.DraftList })));
const DriftPanel = lazy(() => import('./drift/DriftPanel').then((module) => ({ default: module.DriftPanel })));
const ExplanationSheet = lazy(() =>
  import('./explanation/ExplanationSheet').then((module) => ({ default: module.ExplanationSheet })),
);
const MethodsPanel = lazy(() =>
  import('./keyInForce/MethodsPanel').then((module) => ({ default: module.MethodsPanel })),
);
const SimulationPanel = lazy(() =>
  import('./simulation/SimulationPanel').then((module) => ({ default: module.SimulationPanel })),
);

const tabs = ['matrix', 'drift', 'simulation', 'methods'] as const;
type TabName = (typeof tabs)[number];

/** How production was shared: by which key, between whom, as the operator says and as we do, and otherwise. */
export function DistributionPage() {
  const t = useT();
  const { id } = useOperation();
  const ranges = useDateRanges(id);
  const bounds = useMemo(() => dataBounds(ranges.data), [ranges.data]);
  const { period, setPeriod } = usePeriod(bounds);
  const keys = useKeys(id);
  const [params, change] = useAddress();
  const { asked } = useAsked();
  if (ranges.isPending) return <PageSkeleton />;
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'matrix';
  const days = tab === 'methods' ? undefined : period;
  return (
    <Page
      title={t('distribution.title')}
      subtitle={
        <>
          {t('distribution.subtitle')}
          <SentenceTerm of="sharingKey" />
        </>
      }
      actions={days && bounds && <Actions period={days} bounds={bounds} onPeriod={setPeriod} />}
    >
      <PrintedPeriod period={days} />
      <PageTabs
        label={t('distribution.tabs')}
        tabs={tabs.map((name) => ({ name, label: t(`distribution.tab.${name}`) }))}
        tab={tab}
        onTab={(next) => change({ tab: next === 'matrix' ? undefined : next }, { replace: false })}
      >
        <Suspense fallback={<RowsSkeleton height={44} />}>
          {ranges.isError ? (
            <ErrorPanel error={ranges.error} onRetry={() => ranges.refetch()} />
          ) : tab === 'methods' ? (
            <MethodsPanel inForce={keys.loaded?.keys.last.type} />
          ) : (
            <Stack spacing={2}>
              {tab === 'matrix' && <WithKeys keys={keys}>{(loaded) => <KeyCard loaded={loaded} />}</WithKeys>}
              {period ? <Content tab={tab} period={period} keys={keys} /> : <NoData />}
              {tab === 'matrix' && keys.loaded && keys.loaded.keys.drafts.length > 0 && (
                <Suspense fallback={null}>
                  <DraftList drafts={keys.loaded.keys.drafts} />
                </Suspense>
              )}
            </Stack>
          )}
        </Suspense>
      </PageTabs>
      {asked && bounds && keys.loaded && (
        <Suspense fallback={null}>
          <ExplanationSheet asked={asked} bounds={bounds} sites={keys.loaded.sites} drafts={keys.loaded.keys.drafts} />
        </Suspense>
      )}
    </Page>
  );
}

type KeysQuery = ReturnType<typeof useKeys>;

function Content({ tab, period, keys }: { tab: TabName; period: DayRange; keys: KeysQuery }) {
  if (tab === 'drift') return <DriftPanel period={period} />;
  if (tab === 'matrix') return <MatrixPanel period={period} />;
  return <WithKeys keys={keys}>{(loaded) => <SimulationPanel loaded={loaded} period={period} />}</WithKeys>;
}

function WithKeys({ keys: { loaded, state }, children }: { keys: KeysQuery; children: (loaded: Loaded) => ReactNode }) {
  if (loaded) return children(loaded);
  if (state.isPending) return <RowsSkeleton height={44} />;
  return <ErrorPanel error={state.error} {...(state.refetch ? { onRetry: () => state.refetch?.() } : {})} />;
}

function Actions(props: { period: DayRange; bounds: DayRange; onPeriod: (period: DayRange) => void }) {
  const { period, bounds, onPeriod } = props;
  const t = useT();
  const { ask } = useAsked();
  const day = useDayToExplain(period.to < bounds.to ? period.to : bounds.to);
  return (
    <>
      <PeriodBar period={period} bounds={bounds} onChange={onPeriod} />
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<HelpOutlineOutlined />}
        aria-haspopup="dialog"
        onClick={() => ask({ day })}
      >
        {t('distribution.explain.button')}
      </Button>
      <Tooltip title={t('dashboard.print')}>
        <IconButton
          aria-label={t('dashboard.print')}
          onClick={() => globalThis.print()}
          sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
        >
          <PrintOutlined />
        </IconButton>
      </Tooltip>
    </>
  );
}

function PrintedPeriod({ period }: { period: DayRange | undefined }) {
  const formats = useFormats();
  const { name } = useOperation();
  return (
    <Box sx={{ display: 'none', '@media print': { display: 'block', mb: 2 } }}>
      <Typography>{[name, ...(period ? [formats.dayRange(period.from, period.to)] : [])].join(' · ')}</Typography>
    </Box>
  );
}

function NoData() {
  const t = useT();
  return (
    <Card>
      <EmptyState kind="none" title={t('distribution.noData')} advice={t('distribution.noDataAdvice')} />
    </Card>
  );
}
