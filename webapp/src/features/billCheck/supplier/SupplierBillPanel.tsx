import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../../design/EmptyState';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { PeriodBar } from '../../../design/PeriodBar';
import type { DayRange } from '../../../design/period';
import { ChartSkeleton } from '../../../design/Skeletons';
import { usePeriod } from '../../../design/usePeriod';
import { BilledForm } from './BilledForm';
import { lastMonth } from './lastMonth';
import { useSupplierBill } from './queries';
import { Verdict } from './Verdict';

/** Energy of the supplier's bill in the address, in mWh; what is no whole number is nothing. */
const billedIn = (text: string | null) => (text && /^\d{1,16}$/.test(text) ? Number(text) : undefined);

/** The two bills of a consumer: what its supplier should bill, and whether it did. */
export function SupplierBillPanel({ siteId, bounds }: { siteId: string; bounds: DayRange | undefined }) {
  const t = useT();
  const id = useId();
  const [params, setParams] = useSearchParams();
  const { period: chosen, setPeriod } = usePeriod(bounds);
  const period = params.get('from') ? chosen : bounds && lastMonth(bounds);
  const billed = billedIn(params.get('billed'));
  const bill = useSupplierBill(siteId, period, billed);
  const tell = (milliWh: number | undefined) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('billed');
        if (milliWh !== undefined) next.set('billed', String(milliWh));
        return next;
      },
      { preventScrollReset: true },
    );
  if (!bounds || !period) {
    return (
      <Card>
        <EmptyState kind="none" title={t('billCheck.noData')} advice={t('billCheck.supplier.noDataAdvice')} />
      </Card>
    );
  }
  return (
    <Stack sx={{ gap: 2 }}>
      <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}>
        <Typography id={id} variant="h2">
          {t('billCheck.supplier.bill')}
        </Typography>
        <Typography color="textSecondary" sx={{ mb: 2, maxWidth: '72ch' }}>
          {t('billCheck.supplier.advice')}
        </Typography>
        <Stack sx={{ gap: 2 }}>
          <PeriodBar period={period} bounds={bounds} onChange={setPeriod} />
          <BilledForm key={billed ?? 'none'} billed={billed} onBilled={tell} />
        </Stack>
      </Card>
      {bill.isPending && <ChartSkeleton height={220} />}
      {bill.isError && <ErrorPanel error={bill.error} onRetry={() => bill.refetch()} />}
      {bill.data && !bill.isError && <Verdict bill={bill.data} />}
    </Stack>
  );
}
