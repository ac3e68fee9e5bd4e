import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { type Column, DataTable } from '../../design/DataTable';
import { vatRates } from './invoices';
import type { Invoice } from './queries';

/** Every line with its quantity and price, then the totals as the document has them; `headed` where a heading stands above. */
export function InvoiceLines({ invoice, headed = false }: { invoice: Invoice; headed?: boolean }) {
  const t = useT();
  const columns = useColumns();
  const lines = useMemo(() => (invoice.lines ?? []).map((line, at): Row => ({ at, line })), [invoice.lines]);
  return (
    <div>
      {!headed && (
        <Typography variant="h3" sx={{ mb: 1 }}>
          {t('invoices.lines')}
        </Typography>
      )}
      <DataTable
        dense
        caption={t('invoices.lines')}
        rows={lines}
        columns={columns}
        rowId={({ at }) => String(at)}
        rowName={({ line }) => line.label}
        maxHeight="none"
      />
      <Totals invoice={invoice} />
    </div>
  );
}

/** Lines have no identity but their place. */
interface Row {
  at: number;
  line: Schemas['InvoiceLine'];
}

function useColumns(): Column<Row>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'label',
        header: t('invoices.line.label'),
        width: 'minmax(118px, 3fr)',
        cell: ({ line }) => <Label line={line} />,
      },
      {
        id: 'quantity',
        header: t('invoices.line.quantity'),
        width: '128px',
        align: 'right',
        cell: ({ line }) => {
          if (line.unit === 'ONE') return formats.number(line.quantity, 0);
          const decimals = line.unit === 'KWH' ? 3 : 4;
          const number = formats.number(line.quantity, line.unit === 'KWH' ? decimals : 0, decimals);
          return `${number} ${t(`invoices.unit.${line.unit}`, { smart_count: Math.trunc(line.quantity) })}`;
        },
      },
      {
        id: 'price',
        header: t('invoices.line.price'),
        width: '116px',
        align: 'right',
        cell: ({ line }) => formats.price(line.priceMicroEuro),
      },
      {
        id: 'vat',
        header: t('invoices.line.vat'),
        width: '72px',
        align: 'right',
        hideBelow: 'sm',
        cell: ({ line }) =>
          line.vatPercentage === undefined ? t('formats.none') : formats.percentage(line.vatPercentage, 2),
      },
      {
        id: 'net',
        header: t('invoices.line.net'),
        width: '96px',
        align: 'right',
        cell: ({ line }) => formats.money(line.netCents),
      },
    ],
    [t, formats],
  );
}

function Label({ line }: { line: Schemas['InvoiceLine'] }) {
  const t = useT();
  const formats = useFormats();
  const details = [
    line.producerName,
    line.dsoId,
    line.periodStart && line.periodEnd && formats.dayRange(line.periodStart, line.periodEnd),
    line.withinCostMicroEuro !== undefined &&
      t('invoices.line.within', {
        cost: formats.price(line.withinCostMicroEuro),
        rate: formats.percentage(line.withinVatPercentage ?? 0, 2),
      }),
    line.discountPercentage !== undefined &&
      t('invoices.line.discount', {
        rate: formats.percentage(line.discountPercentage, 2),
        amount: formats.money(-(line.discountCents ?? 0)),
        reason: line.discountReason ?? '',
      }),
  ].filter(Boolean);
  return (
    <Box sx={{ whiteSpace: 'normal', py: 0.5 }}>
      {line.label}
      {line.hoursFrom && line.hoursTo && ` (${line.hoursFrom}–${line.hoursTo})`}
      {details.length > 0 && (
        <Typography variant="caption" component="div" color="textSecondary">
          {details.join(' · ')}
        </Typography>
      )}
    </Box>
  );
}

interface TotalRow {
  id?: string;
  name: string;
  cents: number;
  strong?: boolean;
}

function Totals({ invoice }: { invoice: Invoice }) {
  const t = useT();
  const formats = useFormats();
  const { adjustments = [] } = invoice;
  const rates = vatRates(invoice.lines ?? []);
  const alike = adjustments.every(({ vatPercentage }) => vatPercentage === rates[0]?.rate);
  const rate = rates.length === 1 && rates[0] && alike ? ` (${formats.percentage(rates[0].rate, 2)})` : '';
  const signed = ({ kind, amountCents }: (typeof adjustments)[number]) => (kind === 'ALLOWANCE' ? -1 : 1) * amountCents;
  const ofLines = invoice.netCents - adjustments.reduce((sum, one) => sum + signed(one), 0);
  const rows = [
    ...(adjustments.length > 0 ? [{ id: 'lines', name: t('invoices.linesNet'), cents: ofLines }] : []),
    ...adjustments.map((one) => ({
      id: one.id,
      name: t('invoices.adjustment', { reason: one.reason, rate: formats.percentage(one.vatPercentage, 2) }),
      cents: signed(one),
    })),
    { name: t('invoices.column.net'), cents: invoice.netCents },
    { name: `${t('invoices.line.vat')}${rate}`, cents: invoice.vatCents },
    { name: t('invoices.column.amount'), cents: invoice.amountCents, strong: true },
  ];
  return (
    <Box component="dl" sx={{ m: 0, mt: 2, ml: 'auto', maxWidth: 320 }}>
      {rows.map(({ id, name, cents, strong }: TotalRow) => (
        <Stack
          key={id ?? name}
          direction="row"
          sx={{
            justifyContent: 'space-between',
            py: 0.5,
            px: 2,
            fontWeight: strong ? 650 : 400,
            ...(strong ? { borderTop: 1, borderColor: 'divider' } : {}),
          }}
        >
          <dt>{name}</dt>
          <Box component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
            {formats.money(cents)}
          </Box>
        </Stack>
      ))}
    </Box>
  );
}
