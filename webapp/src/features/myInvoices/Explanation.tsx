import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { type OwnInvoice, useOwnInvoice } from './queries';

/** How an invoice comes about: each line as a quantity at a price, then the totals as the document has them. */
export function Explanation({ own, id }: { own: OwnInvoice; id: string }) {
  const t = useT();
  const formats = useFormats();
  const found = useOwnInvoice(own, true);
  return (
    <Box id={id} sx={{ gridColumn: '1 / -1', bgcolor: 'action.hover', borderRadius: 1, p: 1.5 }}>
      {found.isPending && <RowsSkeleton rows={2} />}
      {found.isError && <ErrorPanel error={found.error} onRetry={() => found.refetch()} />}
      {found.data && (
        <>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
            {(found.data.lines ?? []).map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
              <Line key={at} line={line} />
            ))}
          </Box>
          <Typography sx={{ mt: 1, fontVariantNumeric: 'tabular-nums' }}>
            {[
              `${t('myInvoices.net')} ${formats.money(found.data.netCents)}`,
              `${t('myInvoices.vat')} ${formats.money(found.data.vatCents)}`,
              `${t('myInvoices.amount')} ${formats.money(found.data.amountCents)}`,
            ].join(' · ')}
          </Typography>
        </>
      )}
    </Box>
  );
}

function Line({ line }: { line: Schemas['InvoiceLine'] }) {
  const t = useT();
  const formats = useFormats();
  const kWh = line.unit === 'KWH';
  const once = line.unit === 'ONE';
  const quantity = kWh
    ? `${formats.number(line.quantity, 3)}\u202fkWh`
    : `${formats.number(line.quantity, 0, 4)} ${t('myInvoices.months', { smart_count: Math.trunc(line.quantity) })}`;
  const about = [
    line.label,
    line.producerName,
    line.periodStart && line.periodEnd && formats.dayRange(line.periodStart, line.periodEnd),
    line.withinCostMicroEuro !== undefined &&
      t('myInvoices.within', {
        cost: formats.price(line.withinCostMicroEuro),
        rate: formats.percentage(line.withinVatPercentage ?? 0, 2),
      }),
  ].filter(Boolean);
  return (
    <Box component="li">
      <Typography sx={{ fontWeight: 620, fontVariantNumeric: 'tabular-nums' }}>
        {once
          ? formats.money(line.netCents)
          : t('myInvoices.line', {
              quantity,
              price: formats.price(line.priceMicroEuro, kWh ? 'kWh' : undefined),
              net: formats.money(line.netCents),
            })}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {about.join(' · ')}
      </Typography>
    </Box>
  );
}
