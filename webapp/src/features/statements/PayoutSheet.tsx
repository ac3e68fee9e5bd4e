import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../api/operations';
import { SideSheet } from '../../design/SideSheet';
import { RowsSkeleton } from '../../design/Skeletons';
import { StatusChip } from '../../design/StatusChip';
import { type Payout, usePayout } from './queries';

/** A quick look at a list for the bank: which statements it pays, and what became of each. */
export function PayoutSheet({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const t = useT();
  const formats = useFormats();
  const read = usePayout(useOperation().id, payout.id);
  return (
    <SideSheet
      title={payout.fileName}
      subtitle={t(`enums.PayoutMessageVersion.${payout.messageVersion}`)}
      onClose={onClose}
    >
      {read.isPending && <RowsSkeleton />}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 2 }}>
        {(read.data?.statements ?? []).map((one) => (
          <Stack component="li" key={one.statementId} sx={{ gap: 0.5 }}>
            <Stack direction="row" sx={{ gap: 2, justifyContent: 'space-between' }}>
              <Typography sx={{ fontWeight: 600 }}>{one.number}</Typography>
              <Typography>{formats.money(one.amountCents)}</Typography>
            </Stack>
            <Stack direction="row" sx={{ gap: 2, justifyContent: 'space-between', flexWrap: 'wrap' }}>
              <Typography color="textSecondary">
                {[one.billingEntityName, one.iban].filter(Boolean).join(' · ')}
              </Typography>
              <StatusChip kind="PaymentStatus" status={one.paymentStatus} />
            </Stack>
          </Stack>
        ))}
      </Stack>
    </SideSheet>
  );
}
