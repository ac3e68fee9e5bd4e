import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { addMonths } from '@openpmo/ui/formats/date';
import { useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useOperation } from '../../api/operations';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { Page } from '../../design/Page';
import { PeriodBar } from '../../design/PeriodBar';
import { type DayRange, dataBounds } from '../../design/period';
import { ChartSkeleton } from '../../design/Skeletons';
import { usePeriod } from '../../design/usePeriod';
import { useDateRanges } from './queries';

interface FinancePageProps {
  title: string;
  subtitle: string;
  actions: (period: DayRange) => ReactNode;
  children: (period: DayRange) => ReactNode;
}

/** Twelve months, the last as far as it has come. */
const yearTo = (to: string): DayRange => ({ from: addMonths(`${to.slice(0, 7)}-01`, -11), to });

/** The frame of the three pages: a period, a year unless one chooses another, and what is of it. */
export function FinancePage({ title, subtitle, actions, children }: FinancePageProps) {
  const t = useT();
  const ranges = useDateRanges(useOperation().id);
  const bounds = useMemo(() => dataBounds(ranges.data), [ranges.data]);
  const [params] = useSearchParams();
  const { period: chosen, setPeriod } = usePeriod(bounds);
  const period = bounds && !params.has('from') ? yearTo(bounds.to) : chosen;
  return (
    <Page title={title} subtitle={subtitle} actions={period && actions(period)}>
      {ranges.isPending && <ChartSkeleton height={320} />}
      {ranges.isError && <ErrorPanel error={ranges.error} onRetry={() => ranges.refetch()} />}
      {ranges.isSuccess && !bounds && (
        <Card>
          <EmptyState kind="none" title={t('finance.noData')} advice={t('finance.noDataAdvice')} />
        </Card>
      )}
      {bounds && period && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <PeriodBar period={period} bounds={bounds} onChange={setPeriod} />
          {children(period)}
        </Box>
      )}
    </Page>
  );
}
