import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import type { Column } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { EntityList } from '../../design/EntityList';
import { RowMenu } from '../../design/RowMenu';
import { matching } from '../../design/search';
import { notify } from '../../design/snackbars';
import { Tag } from '../../design/Tag';
import { useListAddress } from '../../design/useListAddress';
import { type Payout, useCancelPayout, useDownloadPayout, usePayouts } from './queries';

const PayoutSheet = lazy(async () => ({ default: (await import('./PayoutSheet')).PayoutSheet }));

const idOf = ({ id }: Payout) => id;

/** The lists for the bank: who made which and when, the file again, and taking back what the bank was not given. */
export function PayoutsPanel() {
  const t = useT();
  const formats = useFormats();
  const can = useCan();
  const operation = useOperation();
  const address = useListAddress();
  const list = usePayouts(operation.id);
  const download = useDownloadPayout(operation.id);
  const cancel = useCancelPayout(operation.id);
  const [shown, show] = useState<Payout>();
  const [leaving, leave] = useState<Payout>();
  const all = list.data ?? [];
  const nameOf = ({ executionDate, amountCents }: Payout) =>
    t('statements.payout.named', { date: formats.day(executionDate), amount: formats.money(amountCents) });
  const refusal = ({ status, paidCount, returnedCount }: Payout) => {
    if (status === 'CANCELLED') return t('statements.payout.isCancelled');
    return paidCount + returnedCount > 0 ? t('statements.payout.isAnswered') : undefined;
  };
  return (
    <>
      <EntityList
        address={address}
        searchLabel={t('statements.payout.search')}
        caption={t('statements.tab.payouts')}
        rows={matching(all, address.search, ({ fileName, createdByName }) => `${fileName} ${createdByName}`)}
        all={all}
        columns={useColumns()}
        rowId={idOf}
        rowName={nameOf}
        state={list}
        onLook={show}
        actions={(row: Payout) => (
          <RowMenu
            name={nameOf(row)}
            actions={[
              ...(can('payout:export')
                ? [{ label: t('statements.payout.download'), onClick: () => download.mutate(row.id) }]
                : []),
              ...(can('payout:cancel')
                ? [
                    {
                      label: t('statements.payout.cancel'),
                      onClick: () => leave(row),
                      refused: refusal(row),
                      destructive: true,
                    },
                  ]
                : []),
            ]}
          />
        )}
        none={<EmptyState kind="none" title={t('statements.payout.none')} advice={t('statements.payout.noneAdvice')} />}
      />
      <Suspense fallback={null}>{shown && <PayoutSheet payout={shown} onClose={() => show(undefined)} />}</Suspense>
      {leaving && (
        <ConfirmDialog
          open
          title={t('statements.payout.cancelTitle')}
          confirmLabel={t('statements.payout.cancel')}
          destructive
          pending={cancel.isPending}
          onConfirm={() =>
            cancel.mutate(leaving.id, {
              onSuccess: () => notify(t('statements.payout.cancelled')),
              onSettled: () => leave(undefined),
            })
          }
          onClose={() => leave(undefined)}
        >
          {t('statements.payout.cancelText', {
            smart_count: leaving.statementCount,
            amount: formats.money(leaving.amountCents),
          })}
        </ConfirmDialog>
      )}
    </>
  );
}

function useColumns(): Column<Payout>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'on',
        header: t('statements.payout.on'),
        width: '140px',
        card: 'title',
        cell: ({ executionDate }) => formats.day(executionDate),
        sortValue: ({ executionDate }) => executionDate,
        file: { as: 'day', of: ({ executionDate }) => executionDate },
      },
      {
        id: 'at',
        header: t('statements.payout.made'),
        width: 'minmax(150px, 1fr)',
        cell: ({ createdAt }) => formats.instant(createdAt),
        sortValue: ({ createdAt }) => Date.parse(createdAt),
        hideBelow: 'md',
      },
      {
        id: 'by',
        header: t('statements.payout.by'),
        width: 'minmax(120px, 1fr)',
        cell: ({ createdByName }) => createdByName ?? t('formats.none'),
        sortValue: ({ createdByName }) => createdByName,
        hideBelow: 'md',
      },
      {
        id: 'count',
        header: t('statements.payout.count'),
        width: '100px',
        align: 'right',
        cell: ({ statementCount }) => String(statementCount),
        sortValue: ({ statementCount }) => statementCount,
        file: { as: 'number', of: ({ statementCount }) => statementCount },
      },
      {
        id: 'amount',
        header: t('statements.field.amount'),
        width: '120px',
        align: 'right',
        card: 'aside',
        cell: ({ amountCents }) => formats.money(amountCents),
        sortValue: ({ amountCents }) => amountCents,
        file: { as: 'money', of: ({ amountCents }) => amountCents },
      },
      {
        id: 'status',
        header: t('statements.field.status'),
        width: 'minmax(130px, 1fr)',
        cell: (payout) => <State payout={payout} />,
        sortValue: ({ status, paidCount }) => `${status} ${paidCount}`,
        file: { as: 'text', of: ({ status }) => t(`enums.PayoutStatus.${status}`) },
      },
    ],
    [t, formats],
  );
}

function State({ payout: { status, statementCount, paidCount, returnedCount } }: { payout: Payout }) {
  const t = useT();
  if (status === 'CANCELLED') return <Tag>{t('enums.PayoutStatus.CANCELLED')}</Tag>;
  if (returnedCount > 0)
    return <Tag tone="error">{t('statements.payout.returned', { smart_count: returnedCount })}</Tag>;
  if (paidCount === statementCount) return <Tag tone="success">{t('statements.payout.paid')}</Tag>;
  if (paidCount > 0)
    return <Tag tone="info">{t('statements.payout.partly', { paid: paidCount, all: statementCount })}</Tag>;
  return <Tag tone="info">{t('enums.PayoutStatus.EXPORTED')}</Tag>;
}
