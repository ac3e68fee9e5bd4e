import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { ErrorPanel } from '../../design/ErrorPanel';
import { notify } from '../../design/snackbars';
import { AdjustmentList } from './AdjustmentList';
import { DiscountDialog, EndDialog } from './DiscountDialog';
import { type Discount, useClientOf, useDeleteDiscount, useDiscounts } from './queries';
import { Refusals } from './Refusals';

interface PairDialogProps {
  /** The subscription of the pair. */
  subscriptionId: string;
  pair: { consumerId: string; producerId?: string };
  name: string;
  onClose: () => void;
}

/** What a pair pays beside its prices: its discounts, and what its next invoice has. */
export function PairDialog({ subscriptionId, pair, name, onClose }: PairDialogProps) {
  const t = useT();
  const id = useId();
  const { id: operationId } = useOperation();
  const discounts = useDiscounts(operationId);
  const client = useClientOf(operationId, pair.consumerId);
  const remove = useDeleteDiscount();
  const [granting, setGranting] = useState(false);
  const [ending, setEnding] = useState<Discount>();
  const own = (discounts.data ?? []).filter(
    ({ consumerId, producerId }) => consumerId === pair.consumerId && producerId === pair.producerId,
  );
  return (
    <>
      <Dialog open onClose={onClose} aria-labelledby={id} fullWidth maxWidth="sm">
        <DialogTitle id={id}>{t('adjustments.pairTitle', { pair: name })}</DialogTitle>
        <DialogContent>
          <Stack spacing={3}>
            <Stack spacing={1}>
              <Typography variant="h3">{t('adjustments.discount.title')}</Typography>
              <Typography variant="body2" color="textSecondary">
                {t('adjustments.discount.explained')}
              </Typography>
              {discounts.isError && <ErrorPanel error={discounts.error} onRetry={() => discounts.refetch()} />}
              <Refusals error={remove.error} />
              {own.length > 0 && (
                <Stack component="ul" spacing={1} sx={{ m: 0, p: 0, listStyle: 'none' }}>
                  {own.map((one) => (
                    <DiscountRow
                      key={one.id}
                      one={one}
                      pending={remove.isPending}
                      onEnd={() => setEnding(one)}
                      onDelete={() =>
                        remove.mutate(
                          { params: { path: { operationId, discountId: one.id } } },
                          { onSuccess: () => notify(t('adjustments.discount.deleted')) },
                        )
                      }
                    />
                  ))}
                </Stack>
              )}
              <Can permission="adjustment:create">
                <Button startIcon={<Add />} onClick={() => setGranting(true)} sx={{ alignSelf: 'start' }}>
                  {t('adjustments.discount.add')}
                </Button>
              </Can>
            </Stack>
            <Stack spacing={1}>
              <Typography variant="h3">{t('adjustments.amount.title')}</Typography>
              <AdjustmentList clientId={client?.id} target={{ subscriptionId }} />
            </Stack>
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('adjustments.close')}</Button>
        </DialogActions>
      </Dialog>
      {granting && <DiscountDialog pair={pair} onClose={() => setGranting(false)} />}
      {ending && <EndDialog discount={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

interface DiscountRowProps {
  one: Discount;
  pending: boolean;
  onEnd: () => void;
  onDelete: () => void;
}

function DiscountRow({ one, pending, onEnd, onDelete }: DiscountRowProps) {
  const t = useT();
  const formats = useFormats();
  const days = one.endDate
    ? formats.dayRange(one.startDate, one.endDate)
    : t('adjustments.discount.since', { date: formats.day(one.startDate) });
  return (
    <Stack component="li" direction="row" sx={{ gap: 1, alignItems: 'start', flexWrap: 'wrap' }}>
      <Box sx={{ flex: 1, minWidth: 180 }}>
        {`${formats.percentage(one.percentage, 2)} · ${one.reason}`}
        <Typography variant="caption" component="div" color="textSecondary">
          {`${days} · ${one.createdByName ?? ''}`}
        </Typography>
      </Box>
      <Can permission="adjustment:update">
        <Button
          size="small"
          color="inherit"
          disabled={pending}
          onClick={onEnd}
          aria-label={t('adjustments.discount.endOne', { reason: one.reason })}
        >
          {t('adjustments.discount.endShort')}
        </Button>
      </Can>
      <Can permission="adjustment:delete">
        <Button
          size="small"
          color="inherit"
          disabled={pending}
          onClick={onDelete}
          aria-label={t('adjustments.discount.deleteOne', { reason: one.reason })}
        >
          {t('adjustments.discount.delete')}
        </Button>
      </Can>
    </Stack>
  );
}
