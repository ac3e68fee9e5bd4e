import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import { ProblemWords } from '../../design/ProblemWords';
import { StatusChip } from '../../design/StatusChip';
import { Tag } from '../../design/Tag';
import { ThingLink } from '../../design/ThingLink';
import type { Invoice } from './queries';

/** Amount and status first, then who, when and how it is paid. */
export function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const t = useT();
  const formats = useFormats();
  const day = (value: string | undefined) => (value ? formats.day(value) : t('formats.none'));
  const published = invoice.number !== undefined;
  const due = invoice.dueDate ? day(invoice.dueDate) : t('invoices.dueOnNotice');
  return (
    <Stack spacing={2}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ fontSize: '1.625rem', fontWeight: 650, fontVariantNumeric: 'tabular-nums', mr: 1 }}>
          {formats.money(invoice.amountCents)}
        </Typography>
        <StatusChip kind="InvoiceStatus" status={invoice.status} />
        {invoice.type === 'CREDIT_NOTE' && <Tag>{t('enums.InvoiceType.CREDIT_NOTE')}</Tag>}
        {invoice.status === 'FINALIZED' && (!invoice.credits || invoice.paymentStatus === 'PENDING') && (
          <StatusChip kind="PaymentStatus" status={invoice.paymentStatus} />
        )}
      </Stack>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, 1fr)' } }}
      >
        <Fact name={t('invoices.column.client')}>
          <ThingLink thing="client" id={invoice.billableEntity.id}>
            {invoice.billableEntity.name}
          </ThingLink>
        </Fact>
        <Fact name={t('invoices.column.issuer')}>
          <ThingLink thing="issuer" id={invoice.billingEntity.id}>
            {invoice.billingEntity.name}
          </ThingLink>
        </Fact>
        {invoice.credits && (
          <Fact name={t('invoices.credits')}>
            <ThingLink thing="invoice" id={invoice.credits.id}>
              {invoice.credits.number}
            </ThingLink>
          </Fact>
        )}
        {invoice.creditNote && (
          <Fact name={t('invoices.creditNote')}>
            <ThingLink thing="invoice" id={invoice.creditNote.id}>
              {invoice.creditNote.number}
            </ThingLink>
          </Fact>
        )}
        <Fact name={t('invoices.column.period')}>{formats.dayRange(invoice.periodStart, invoice.periodEnd)}</Fact>
        {invoice.energyMilliWh !== undefined && (
          <Fact name={t('invoices.column.energy')}>{formats.kWh(invoice.energyMilliWh)}</Fact>
        )}
        {published && <Fact name={t('invoices.column.issueDate')}>{day(invoice.issueDate)}</Fact>}
        {published && !invoice.credits && <Fact name={t('invoices.column.dueDate')}>{due}</Fact>}
        {invoice.paymentMethod && (
          <Fact name={t('invoices.column.method')}>{t(`enums.PaymentMethod.${invoice.paymentMethod}`)}</Fact>
        )}
        {invoice.eInvoice && (
          <Fact name={t('invoices.electronic.name')}>
            {invoice.eInvoice.available ? (
              t(invoice.eInvoice.withinDocument ? 'invoices.electronic.within' : 'invoices.electronic.beside')
            ) : (
              <>
                {t('invoices.electronic.none')}{' '}
                {invoice.eInvoice.problem && <ProblemWords of={invoice.eInvoice.problem} />}
              </>
            )}
          </Fact>
        )}
        {!published && <Fact name={t('invoices.column.createdAt')}>{formats.instant(invoice.createdAt)}</Fact>}
      </Box>
    </Stack>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="dt" variant="caption" color="textSecondary">
        {name}
      </Typography>
      <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </Box>
  );
}
