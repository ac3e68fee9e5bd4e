import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useOperation } from '../../api/operations';
import { useSession } from '../../api/session';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { Page } from '../../design/Page';
import { PageTabs } from '../../design/PageTabs';
import { PeriodBar } from '../../design/PeriodBar';
import { dataBounds } from '../../design/period';
import { ChartSkeleton, PageSkeleton } from '../../design/Skeletons';
import { usePeriod } from '../../design/usePeriod';
import { ContractPanel } from './ContractPanel';
import { type Site, useConsumers, useDateRanges, useEconomy, usePriceConfig } from './queries';
import { Result } from './Result';

const SupplierBillPanel = lazy(() =>
  import('./supplier/SupplierBillPanel').then((module) => ({ default: module.SupplierBillPanel })),
);

/** What local energy is worth to a consumer: its bill with the operation beside the one it would have had without. */
export function BillCheckPage() {
  const t = useT();
  const { id } = useOperation();
  const own = useSession().role === 'participant';
  const { sites, error, refetch } = useConsumers(id, own);
  const [params, setParams] = useSearchParams();
  if (!sites && !error) return <PageSkeleton />;
  const site = sites?.find((one) => one.id === params.get('p')) ?? sites?.[0];
  const tab = params.get('tab') === 'supplier' ? 'supplier' : 'comparison';
  const put = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(name, value);
        // What another site's supplier billed says nothing of this one's.
        if (name === 'p') next.delete('billed');
        return next;
      },
      { preventScrollReset: true },
    );
  return (
    <Page title={t('billCheck.title')} subtitle={t('billCheck.subtitle')}>
      {error ? (
        <ErrorPanel error={error} onRetry={() => refetch()} />
      ) : !site || !sites ? (
        <Card>
          <EmptyState kind="none" title={t('billCheck.noConsumer')} advice={t('billCheck.noConsumerAdvice')} />
        </Card>
      ) : (
        <>
          <TextField
            select
            label={t('billCheck.site')}
            value={site.id}
            onChange={(event) => put('p', event.target.value)}
            sx={{ maxWidth: 480, mb: 2 }}
          >
            {sites.map((one) => (
              <MenuItem key={one.id} value={one.id}>
                {one.name}
              </MenuItem>
            ))}
          </TextField>
          <PageTabs
            label={t('billCheck.tabs')}
            tabs={[
              { name: 'comparison', label: t('billCheck.tab.comparison') },
              { name: 'supplier', label: t(own ? 'billCheck.tab.ownBills' : 'billCheck.tab.bills') },
            ]}
            tab={tab}
            onTab={(next) => put('tab', next)}
          >
            {tab === 'supplier' ? <Supplier key={site.id} site={site} /> : <Check key={site.id} site={site} />}
          </PageTabs>
        </>
      )}
    </Page>
  );
}

/** The supplier's bill beside what was measured and shared. */
function Supplier({ site }: { site: Site }) {
  const ranges = useDateRanges(site.id);
  const bounds = useMemo(() => dataBounds(ranges.data), [ranges.data]);
  if (ranges.isError) return <ErrorPanel error={ranges.error} onRetry={() => ranges.refetch()} />;
  if (ranges.isPending) return <ChartSkeleton height={320} />;
  return (
    <Suspense fallback={<ChartSkeleton height={320} />}>
      <SupplierBillPanel siteId={site.id} bounds={bounds} />
    </Suspense>
  );
}

/** What the contract of a site comes to, before the contract: on a phone the answer is seen first. */
function Check({ site }: { site: Site }) {
  const t = useT();
  const contract = usePriceConfig(site.id);
  const ranges = useDateRanges(site.id);
  const bounds = useMemo(() => dataBounds(ranges.data), [ranges.data]);
  const { period, setPeriod } = usePeriod(bounds);
  const config = contract.data?.config;
  const result = useEconomy(config, period);
  const failed = [contract, ranges].find((one) => one.isError);
  if (failed) return <ErrorPanel error={failed.error} onRetry={() => failed.refetch()} />;
  if (!config || ranges.isPending) return <PageSkeleton />;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
      }}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {!bounds || !period ? (
          <Card>
            <EmptyState kind="none" title={t('billCheck.noData')} advice={t('billCheck.noDataAdvice')} />
          </Card>
        ) : (
          <>
            <PeriodBar period={period} bounds={bounds} onChange={setPeriod} />
            {result.isPending && <ChartSkeleton height={320} />}
            {result.isError && <ErrorPanel error={result.error} onRetry={() => result.refetch()} />}
            {result.data && !result.isError && <Result outcome={result.data} state={result} config={config} />}
          </>
        )}
      </Box>
      {/* Another version is another form. */}
      <ContractPanel key={config.version} config={config} etag={contract.data?.etag ?? ''} />
    </Box>
  );
}
