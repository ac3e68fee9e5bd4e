import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { ConfirmDialog } from '../../../design/ConfirmDialog';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { PlainLink } from '../../../design/PlainLink';
import { RowMenu } from '../../../design/RowMenu';
import { notify } from '../../../design/snackbars';
import type { Invoice } from '../queries';
import { openOf, overpaidOf } from './amounts';
import { type Settlement, useSettlements, useWithdrawSettlement } from './queries';

// Forms are not needed to read.
const SettleDialog = lazy(() => import('./SettleDialog').then((module) => ({ default: module.SettleDialog })));

/** What was paid of an invoice or a credit note, what came back, and recording more of it. */
export function SettlementsCard({ invoice }: { invoice: Invoice }) {
  const t = useT();
  const formats = useFormats();
  const can = useCan();
  const operation = useOperation();
  const list = useSettlements(operation.id, invoice.id);
  const withdraw = useWithdrawSettlement(operation.id);
  const [asking, setAsking] = useState<Settlement['kind']>();
  const [leaving, setLeaving] = useState<Settlement>();
  const { paidCents = 0 } = invoice;
  const held = invoice.status === 'FINALIZED';
  const tooMuch = overpaidOf(invoice);
  if (list.isError) return <ErrorPanel error={list.error} onRetry={() => list.refetch()} />;
  return (
    <Stack sx={{ gap: 1.5 }}>
      {held && !invoice.credits && openOf(invoice) > 0 && (
        <Typography sx={{ fontWeight: 600 }}>
          {t('invoices.settle.open', { amount: formats.money(openOf(invoice)) })}
        </Typography>
      )}
      {tooMuch > 0 && <Typography>{t('invoices.settle.tooMuch', { amount: formats.money(tooMuch) })}</Typography>}
      {list.isSuccess && list.data.length === 0 && (
        <Typography color="textSecondary">{t('invoices.settle.none')}</Typography>
      )}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 1 }}>
        {(list.data ?? []).map((one) => (
          <Line
            key={one.id}
            settlement={one}
            {...(held && can('settlement:delete') && !one.withdrawnAt ? { onWithdraw: () => setLeaving(one) } : {})}
          />
        ))}
      </Stack>
      {held && can('settlement:create') && (
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          <Button variant="outlined" size="small" onClick={() => setAsking('PAYMENT')}>
            {t('invoices.settle.record')}
          </Button>
          {paidCents > 0 && (
            <Button variant="outlined" size="small" color="inherit" onClick={() => setAsking('RETURN')}>
              {t('invoices.settle.return')}
            </Button>
          )}
        </Stack>
      )}
      {asking && (
        <Suspense fallback={null}>
          <SettleDialog invoices={[invoice]} kind={asking} onClose={() => setAsking(undefined)} />
        </Suspense>
      )}
      {leaving && (
        <ConfirmDialog
          open
          destructive
          title={t('invoices.settle.withdrawTitle')}
          confirmLabel={t('invoices.settle.withdraw')}
          pending={withdraw.isPending}
          onConfirm={() =>
            withdraw.mutate(leaving.id, {
              onSuccess: () => notify(t('invoices.settle.withdrawnDone')),
              onSettled: () => setLeaving(undefined),
            })
          }
          onClose={() => setLeaving(undefined)}
        >
          {t('invoices.settle.withdrawText', {
            amount: formats.money(leaving.amountCents),
            day: formats.day(leaving.bookedOn),
          })}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function Line({ settlement, onWithdraw }: { settlement: Settlement; onWithdraw?: () => void }) {
  const t = useT();
  const formats = useFormats();
  const { id: operationId, features } = useOperation();
  const can = useCan();
  const { kind, amountCents, bookedOn, reference, createdByName, withdrawnAt, bankLineId } = settlement;
  const name = `${formats.day(bookedOn)} ${formats.money(amountCents)}`;
  return (
    <Stack component="li" direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
      <Stack sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, ...(withdrawnAt && { textDecoration: 'line-through' }) }}>
          {formats.day(bookedOn)} · {t(`enums.SettlementKind.${kind}`)} {kind === 'RETURN' ? '\u2212' : ''}
          {formats.money(amountCents)}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {[
            reference,
            createdByName && t('invoices.settle.by', { name: createdByName }),
            withdrawnAt && t('invoices.settle.withdrawn', { at: formats.instant(withdrawnAt) }),
          ]
            .filter(Boolean)
            .join(', ')}
          {bankLineId && features.includes('payment') && can('bankFile:read') && (
            <>
              {' '}
              <PlainLink
                to={`/pmo/operations/${operationId}/payment?tab=bank&state=${withdrawnAt ? 'OPEN' : 'SETTLED'}`}
                className="link"
                style={{ textDecoration: 'underline' }}
              >
                {t('invoices.settle.fromBank')}
              </PlainLink>
            </>
          )}
        </Typography>
      </Stack>
      {onWithdraw && <RowMenu name={name} actions={[{ label: t('invoices.settle.withdraw'), onClick: onWithdraw }]} />}
    </Stack>
  );
}
