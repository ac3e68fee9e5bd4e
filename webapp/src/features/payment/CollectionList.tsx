import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo, useState } from 'react';
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
import { type Collection, useCancelCollection, useCollections, useDownloadCollection } from './queriesOfCollections';

/** Who exported what and when; the file again, and taking back what the bank was not given. */
export function CollectionList() {
  const t = useT();
  const formats = useFormats();
  const can = useCan();
  const operation = useOperation();
  const address = useListAddress([], 'collections');
  const list = useCollections(operation.id);
  const all = list.data ?? [];
  const download = useDownloadCollection();
  const cancel = useCancelCollection();
  const [leaving, setLeaving] = useState<Collection>();
  const refusal = ({ status, paidCount, returnedCount }: Collection) => {
    if (status === 'CANCELLED') return t('payments.collection.isCancelled');
    return paidCount + returnedCount > 0 ? t('payments.collection.isAnswered') : undefined;
  };
  return (
    <>
      <EntityList
        address={address}
        searchLabel={t('payments.collection.search')}
        caption={t('payments.collection.title')}
        rows={matching(
          all,
          address.search,
          ({ billingEntityName, createdByName, fileName }) => `${billingEntityName} ${createdByName} ${fileName}`,
        )}
        all={all}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowName={({ fileName }) => fileName}
        defaultSort={{ id: 'at', desc: true }}
        actions={(collection) => (
          <RowMenu
            name={collection.fileName}
            actions={[
              ...(can('collection:export')
                ? [{ label: t('payments.collection.download'), onClick: () => download.mutate(collection.id) }]
                : []),
              ...(can('collection:cancel')
                ? [
                    {
                      label: t('payments.collection.cancel'),
                      onClick: () => setLeaving(collection),
                      refused: refusal(collection),
                      destructive: true,
                    },
                  ]
                : []),
            ]}
          />
        )}
        state={list}
        none={
          <EmptyState
            kind="none"
            title={t('payments.collection.empty')}
            advice={t('payments.collection.emptyAdvice')}
          />
        }
      />
      {leaving && (
        <ConfirmDialog
          open
          title={t('payments.collection.cancelTitle')}
          confirmLabel={t('payments.collection.cancel')}
          destructive
          pending={cancel.isPending}
          onConfirm={() =>
            cancel.mutate(leaving.id, {
              onSuccess: () => notify(t('payments.collection.cancelled')),
              onSettled: () => setLeaving(undefined),
            })
          }
          onClose={() => setLeaving(undefined)}
        >
          {t('payments.collection.cancelText', {
            smart_count: leaving.invoiceCount,
            name: leaving.fileName,
            amount: formats.money(leaving.amountCents),
          })}
        </ConfirmDialog>
      )}
    </>
  );
}

function useColumns(): Column<Collection>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'at',
        header: t('payments.field.exported'),
        width: 'minmax(150px, 1fr)',
        card: 'fact',
        cell: ({ createdAt }) => formats.instant(createdAt),
        sortValue: ({ createdAt }) => Date.parse(createdAt),
      },
      {
        id: 'by',
        header: t('payments.field.by'),
        width: 'minmax(120px, 1fr)',
        cell: ({ createdByName }) => createdByName ?? t('formats.none'),
        sortValue: ({ createdByName }) => createdByName,
        hideBelow: 'md',
      },
      {
        id: 'issuer',
        header: t('payments.field.issuer'),
        width: 'minmax(140px, 1.4fr)',
        card: 'title',
        cell: ({ billingEntityName }) => billingEntityName,
        sortValue: ({ billingEntityName }) => billingEntityName,
      },
      {
        id: 'month',
        header: t('payments.due.month'),
        width: '130px',
        cell: ({ month }) => formats.day(`${month}-01`, 'month'),
        sortValue: ({ month }) => month,
        hideBelow: 'md',
      },
      {
        id: 'invoices',
        header: t('payments.field.invoices'),
        width: '100px',
        align: 'right',
        cell: ({ invoiceCount }) => String(invoiceCount),
        sortValue: ({ invoiceCount }) => invoiceCount,
        file: { as: 'number', of: ({ invoiceCount }) => invoiceCount },
      },
      {
        id: 'amount',
        header: t('payments.field.amount'),
        width: '120px',
        align: 'right',
        card: 'aside',
        cell: ({ amountCents }) => formats.money(amountCents),
        sortValue: ({ amountCents }) => amountCents,
        file: { as: 'money', of: ({ amountCents }) => amountCents },
      },
      {
        id: 'on',
        header: t('payments.field.collectionDate'),
        width: '130px',
        cell: ({ firstCollectionDate }) => formats.day(firstCollectionDate),
        sortValue: ({ firstCollectionDate }) => firstCollectionDate,
        hideBelow: 'lg',
        file: { as: 'day', of: ({ firstCollectionDate }) => firstCollectionDate },
      },
      {
        id: 'status',
        header: t('payments.field.status'),
        width: 'minmax(130px, 1fr)',
        cell: (collection) => <State collection={collection} />,
        sortValue: ({ status, paidCount }) => `${status} ${paidCount}`,
        file: { as: 'text', of: ({ status }) => t(`enums.CollectionStatus.${status}`) },
      },
    ],
    [t, formats],
  );
}

function State({ collection }: { collection: Collection }) {
  const t = useT();
  const { status, invoiceCount, paidCount, returnedCount } = collection;
  if (status === 'CANCELLED') return <Tag>{t('enums.CollectionStatus.CANCELLED')}</Tag>;
  if (returnedCount > 0)
    return <Tag tone="error">{t('payments.collection.returned', { smart_count: returnedCount })}</Tag>;
  if (paidCount === invoiceCount) return <Tag tone="success">{t('payments.collection.paid')}</Tag>;
  if (paidCount > 0)
    return <Tag tone="info">{t('payments.collection.partly', { paid: paidCount, all: invoiceCount })}</Tag>;
  return <Tag tone="info">{t('enums.CollectionStatus.EXPORTED')}</Tag>;
}
