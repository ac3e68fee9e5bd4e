import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { StatusChip } from '../../design/StatusChip';
import { Explanation } from './Explanation';
import { type Invoice, type OwnInvoice, useDownload } from './queries';

/** On a phone a small block for each invoice, from there on one line. */
const areas = {
  xs: '"name amount" "days amount" "status document"',
  md: '"name days status amount document"',
};
const tracks = {
  xs: 'minmax(0, 1fr) auto',
  md: 'minmax(0, 1.4fr) minmax(0, 1fr) 136px 120px 184px',
};

/** Number, other party, period, due date, payment, amount and document of an invoice, and how it comes about. */
export function InvoiceRow({ own }: { own: OwnInvoice }) {
  const t = useT();
  const formats = useFormats();
  const { invoice } = own;
  const id = useId();
  const [open, setOpen] = useState(false);
  const name = useName(invoice);
  const party =
    invoice.side === 'ISSUED'
      ? t('myInvoices.to', { name: invoice.billableEntity.name })
      : t('myInvoices.from', { name: invoice.billingEntity.name });
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 0.75,
        alignItems: 'center',
        py: { xs: 1.5, md: 1 },
        borderTop: '1px solid',
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
        gridTemplateAreas: areas,
        gridTemplateColumns: tracks,
      }}
    >
      <Lines area="name" first={<strong>{name}</strong>}>
        {party}
      </Lines>
      <Lines area="days" first={formats.dayRange(invoice.periodStart, invoice.periodEnd)}>
        {invoice.dueDate && t('myInvoices.due', { day: formats.day(invoice.dueDate, 'medium') })}
      </Lines>
      <Box sx={{ gridArea: 'status' }}>
        <Payment invoice={invoice} />
      </Box>
      <Typography
        component="div"
        sx={{
          gridArea: 'amount',
          alignSelf: { xs: 'start', md: 'center' },
          textAlign: 'right',
          fontWeight: 650,
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {formats.money(invoice.amountCents)}
      </Typography>
      <Box sx={{ gridArea: 'document', display: 'flex', gap: 1, justifyContent: 'flex-end' }} className="no-print">
        <Button
          size="small"
          color="inherit"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          aria-label={t('myInvoices.explainOf', { name })}
          onClick={() => setOpen(!open)}
          sx={touchable}
        >
          {t('myInvoices.explain')}
        </Button>
        {invoice.hasDocument && <Download own={own} />}
      </Box>
      {open && <Explanation own={own} id={id} />}
    </Box>
  );
}

/** Large enough for a finger. */
const touchable = { '@media (pointer: coarse)': { minHeight: 44, minWidth: 44 } } as const;

/** A line, and a smaller one below it. */
function Lines({ area, first, children }: { area: string; first: React.ReactNode; children: React.ReactNode }) {
  return (
    <Box sx={{ gridArea: area, minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography component="div">{first}</Typography>
      {children && (
        <Typography component="div" variant="caption" color="textSecondary">
          {children}
        </Typography>
      )}
    </Box>
  );
}

/** What people call an invoice: its number, with what it is when it is no invoice. */
function useName({ type, number, id }: Invoice): string {
  const t = useT();
  const name = number ?? id;
  return type === 'INVOICE' ? name : t('myInvoices.typed', { type: t(`enums.InvoiceType.${type}`), number: name });
}

/** Whether it is paid; else why there is nothing to pay. */
function Payment({ invoice: { status, paymentStatus } }: { invoice: Invoice }) {
  if (status !== 'FINALIZED') return <StatusChip kind="InvoiceStatus" status={status} />;
  return <StatusChip kind="PaymentStatus" status={paymentStatus} />;
}

function Download({ own }: { own: OwnInvoice }) {
  const t = useT();
  const name = useName(own.invoice);
  const download = useDownload(own);
  return (
    <Button
      size="small"
      color="inherit"
      variant="outlined"
      sx={touchable}
      startIcon={<FileDownloadOutlined />}
      loading={download.isPending}
      loadingPosition="start"
      aria-label={t('myInvoices.downloadOf', { name })}
      onClick={() => download.mutate()}
    >
      {t('myInvoices.download')}
    </Button>
  );
}
