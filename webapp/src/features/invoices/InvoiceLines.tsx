import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { vatRates } from './model';
import type { Invoice } from './queries';

/** Every line with its quantity and price, then the totals as the document has them. */
export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const t = useT();
  const lines = invoice.lines ?? [];
  return (
    <div>
      <Typography variant="h3" id="invoice-lines" sx={{ mb: 1 }}>
        {t('invoices.lines')}
      </Typography>
      {/* A region that scrolls must be reachable by keyboard. */}
      <TableContainer tabIndex={0} role="region" aria-labelledby="invoice-lines">
        <Table size="small" sx={{ minWidth: 440, fontVariantNumeric: 'tabular-nums' }}>
          <TableHead>
            <TableRow>
              <TableCell>{t('invoices.line.label')}</TableCell>
              <TableCell align="right">{t('invoices.line.quantity')}</TableCell>
              <TableCell align="right">{t('invoices.line.price')}</TableCell>
              <TableCell align="right">{t('invoices.line.vat')}</TableCell>
              <TableCell align="right">{t('invoices.line.net')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity and never move
              <Line key={index} line={line} />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <Totals invoice={invoice} />
    </div>
  );
}

function Line({ line }: { line: Schemas['InvoiceLine'] }) {
  const t = useT();
  const formats = useFormats();
  const decimals = line.unit === 'KWH' ? 3 : 4;
  const details = [
    line.producerName,
    line.dsoId,
    line.periodStart && line.periodEnd && formats.dayRange(line.periodStart, line.periodEnd),
  ].filter(Boolean);
  return (
    <TableRow>
      <TableCell>
        {line.label}
        {details.length > 0 && (
          <Typography variant="caption" component="div" color="textSecondary">
            {details.join(' · ')}
          </Typography>
        )}
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        {formats.number(line.quantity, line.unit === 'KWH' ? decimals : 0, decimals)} {t(`invoices.unit.${line.unit}`)}
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        {formats.price(line.priceMicroEuro)}
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        {line.vatPercentage === undefined ? t('formats.none') : formats.percentage(line.vatPercentage, 2)}
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        {formats.money(line.netCents)}
      </TableCell>
    </TableRow>
  );
}

function Totals({ invoice }: { invoice: Invoice }) {
  const t = useT();
  const formats = useFormats();
  const rates = vatRates(invoice.lines ?? []);
  const rate = rates.length === 1 && rates[0] ? ` (${formats.percentage(rates[0].rate, 2)})` : '';
  const rows = [
    { name: t('invoices.column.net'), cents: invoice.netCents },
    { name: `${t('invoices.line.vat')}${rate}`, cents: invoice.vatCents },
    { name: t('invoices.column.amount'), cents: invoice.amountCents, strong: true },
  ];
  return (
    <Box component="dl" sx={{ m: 0, mt: 2, ml: 'auto', maxWidth: 320 }}>
      {rows.map(({ name, cents, strong }) => (
        <Stack
          key={name}
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
