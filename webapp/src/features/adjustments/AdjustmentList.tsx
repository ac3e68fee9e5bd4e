import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { ErrorPanel } from '../../design/ErrorPanel';
import { notify } from '../../design/snackbars';
import { ThingLink } from '../../design/ThingLink';
import type { Target } from './AdjustmentDialog';
import { type Adjustment, useAdjustments, useWithdrawAdjustment } from './queries';
import { Refusals } from './Refusals';

const AdjustmentDialog = lazy(() => import('./AdjustmentDialog').then((part) => ({ default: part.AdjustmentDialog })));

interface AdjustmentListProps {
  clientId: string | undefined;
  target: Target;
  /** Only those of this issuer. */
  issuerId?: string;
}

/** What waits for the next invoice of a client or is on its draft, and what is added to it. */
export function AdjustmentList({ clientId, target, issuerId }: AdjustmentListProps) {
  const t = useT();
  const { id: operationId } = useOperation();
  const list = useAdjustments(operationId, clientId);
  const withdraw = useWithdrawAdjustment();
  const [adding, setAdding] = useState(false);
  const open = (list.data ?? []).filter(
    ({ status, billingEntity }) => status !== 'INVOICED' && (!issuerId || billingEntity.id === issuerId),
  );
  return (
    <Stack spacing={1}>
      <Typography variant="body2" color="textSecondary">
        {t('adjustments.amount.explained')}
      </Typography>
      {list.isError && <ErrorPanel error={list.error} onRetry={() => list.refetch()} />}
      <Refusals error={withdraw.error} />
      {open.length > 0 && (
        <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {open.map((one) => (
            <Row
              key={one.id}
              one={one}
              pending={withdraw.isPending}
              onWithdraw={() =>
                withdraw.mutate(
                  { params: { path: { operationId, adjustmentId: one.id } } },
                  { onSuccess: () => notify(t('adjustments.amount.withdrawn')) },
                )
              }
            />
          ))}
        </Stack>
      )}
      <Can permission="adjustment:create">
        <Button startIcon={<Add />} onClick={() => setAdding(true)} sx={{ alignSelf: 'start' }}>
          {t('adjustments.amount.add')}
        </Button>
      </Can>
      <Suspense fallback={null}>
        {adding && <AdjustmentDialog target={target} onClose={() => setAdding(false)} />}
      </Suspense>
    </Stack>
  );
}

function Row({ one, pending, onWithdraw }: { one: Adjustment; pending: boolean; onWithdraw: () => void }) {
  const t = useT();
  const formats = useFormats();
  const sign = one.kind === 'ALLOWANCE' ? -1 : 1;
  return (
    <Stack component="li" direction="row" sx={{ gap: 1, alignItems: 'start', flexWrap: 'wrap' }}>
      <Box sx={{ flex: 1, minWidth: 180 }}>
        {one.reason}
        <Typography variant="caption" component="div" color="textSecondary">
          {one.invoiceId && one.status === 'ON_DRAFT' ? (
            <ThingLink thing="invoice" id={one.invoiceId}>
              {t('enums.AdjustmentStatus.ON_DRAFT')}
            </ThingLink>
          ) : (
            t(`enums.AdjustmentStatus.${one.status}`)
          )}
          {` · ${one.createdByName ?? ''} ${formats.day(one.createdAt.slice(0, 10))}`}
        </Typography>
      </Box>
      <Box sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>{formats.money(sign * one.amountCents)}</Box>
      <Can permission="adjustment:delete">
        <Button
          size="small"
          color="inherit"
          disabled={pending}
          onClick={onWithdraw}
          aria-label={t('adjustments.amount.withdrawOne', { reason: one.reason })}
        >
          {t('adjustments.amount.withdraw')}
        </Button>
      </Can>
    </Stack>
  );
}
