import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { StatusChip } from '../../../design/StatusChip';
import { useOpenBill, useOwnBills } from '../queries';

/** How many more each press shows. */
const step = 24;

/** A site's bills of the old engine, beside its invoices and in no sum of them; nothing where there are none. */
export function OwnBills({ participantId }: { participantId: string }) {
  const t = useT();
  const id = useId();
  const bills = useOwnBills(participantId).data ?? [];
  const [shown, setShown] = useState(step);
  if (bills.length === 0) return null;
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}>
      <Typography id={id} variant="h2">
        {t('myInvoices.legacy')}
      </Typography>
      <Typography color="textSecondary">{t('myInvoices.legacyAdvice')}</Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
        {bills.slice(0, shown).map((bill) => (
          <Row key={bill.id} bill={bill} />
        ))}
      </Box>
      {bills.length > shown && (
        <Button fullWidth className="no-print" onClick={() => setShown(shown + step)}>
          {t('myInvoices.more', { shown, total: bills.length })}
        </Button>
      )}
    </Card>
  );
}

function Row({ bill }: { bill: Schemas['Invoice'] }) {
  const t = useT();
  const formats = useFormats();
  const open = useOpenBill();
  const name = bill.documentName ?? bill.id;
  const party =
    bill.side === 'ISSUED'
      ? t('myInvoices.to', { name: bill.billableEntity.name })
      : t('myInvoices.from', { name: bill.billingEntity.name });
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
        gridTemplateAreas: { xs: '"name amount" "status document"', md: '"name status amount document"' },
        gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr) 136px 120px 184px' },
      }}
    >
      <Box sx={{ gridArea: 'name', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="div">
          <strong>{formats.dayRange(bill.periodStart, bill.periodEnd)}</strong>
        </Typography>
        <Typography component="div" variant="caption" color="textSecondary">
          {[party, name].join(' · ')}
        </Typography>
      </Box>
      <Box sx={{ gridArea: 'status' }}>
        <StatusChip kind="PaymentStatus" status={bill.paymentStatus} />
      </Box>
      <Typography
        component="div"
        sx={{ gridArea: 'amount', textAlign: 'right', fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}
      >
        {formats.money(bill.amountCents)}
      </Typography>
      <Box sx={{ gridArea: 'document', display: 'flex', justifyContent: 'flex-end' }} className="no-print">
        <Button
          size="small"
          color="inherit"
          variant="outlined"
          sx={{ '@media (pointer: coarse)': { minHeight: 44, minWidth: 44 } }}
          startIcon={<FileDownloadOutlined />}
          loading={open.isPending}
          loadingPosition="start"
          aria-label={t('myInvoices.downloadOf', { name })}
          onClick={() => open.mutate(bill.id)}
        >
          {t('myInvoices.download')}
        </Button>
      </Box>
    </Box>
  );
}
