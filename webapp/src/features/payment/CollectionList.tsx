import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
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
import { useErrorText, useRefusalTexts } from '../../design/useProblemText';
import {
  type Collection,
  type HandOver,
  useCancelCollection,
  useCollections,
  useDownloadCollection,
  useHandOver,
  useHandOvers,
} from './queriesOfCollections';

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
  const places = useHandOvers(operation.id).data;
  const handOver = useHandOver();
  const [leaving, setLeaving] = useState<Collection>();
  const [handed, setHanded] = useState<Collection>();
  const handedOver = useMemo(
    () => new Map((places?.handOvers ?? []).map((one) => [one.collectionId, one])),
    [places?.handOvers],
  );
  const refusal = ({ id, status, paidCount, returnedCount }: Collection) => {
    if (status === 'CANCELLED') return t('payments.collection.isCancelled');
    if (paidCount + returnedCount > 0) return t('payments.collection.isAnswered');
    const handover = handedOver.get(id);
    return handover && handover.state !== 'FAILED' ? t('payments.handOver.isHandedOver') : undefined;
  };
  const unsendable = ({ id, status }: Collection) => {
    if (status === 'CANCELLED') return t('payments.collection.isCancelled');
    const handover = handedOver.get(id);
    return handover && handover.state !== 'FAILED' ? t('payments.handOver.isHandedOver') : undefined;
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
        columns={useColumns(handedOver)}
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
              ...(places?.place && can('collection:send')
                ? [
                    {
                      label: t('payments.handOver.do'),
                      onClick: () => setHanded(collection),
                      refused: unsendable(collection),
                    },
                  ]
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
      <Returned returned={places?.returned ?? []} />
      {handed && (
        <ConfirmDialog
          open
          title={t('payments.handOver.title')}
          confirmLabel={t('payments.handOver.do')}
          pending={handOver.isPending}
          onConfirm={() =>
            handOver.mutate(handed.id, {
              onSuccess: () => notify(t('payments.handOver.asked')),
              onSettled: () => setHanded(undefined),
            })
          }
          onClose={() => setHanded(undefined)}
        >
          {t('payments.handOver.text', { name: handed.fileName, amount: formats.money(handed.amountCents) })}
        </ConfirmDialog>
      )}
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

/** What the bank laid down lately, and why some of it was refused. */
function Returned({ returned }: { returned: readonly Schemas['ReturnedFile'][] }) {
  const t = useT();
  const formats = useFormats();
  const words = useErrorText();
  useRefusalTexts();
  if (returned.length === 0) return null;
  return (
    <Box component="section" sx={{ mt: 2 }}>
      <Typography variant="h3">{t('payments.handOver.returned')}</Typography>
      <Box component="ul" sx={{ my: 0.5, pl: 3 }}>
        {returned.slice(0, 10).map(({ id, name, takenAt, problem }) => (
          <li key={id}>
            {`${name}, ${formats.instant(takenAt)} · ${problem ? words(problem) : t('payments.handOver.takenIn')}`}
          </li>
        ))}
      </Box>
    </Box>
  );
}

function useColumns(handedOver: ReadonlyMap<string, HandOver>): Column<Collection>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'at',
        header: t('payments.field.exported'),
        width: 'minmax(172px, 1fr)',
        card: 'fact',
        cell: ({ createdAt }) => formats.instant(createdAt),
        sortValue: ({ createdAt }) => Date.parse(createdAt),
      },
      {
        id: 'by',
        header: t('payments.field.by'),
        width: 'minmax(110px, 0.9fr)',
        cell: ({ createdByName }) => createdByName ?? t('formats.none'),
        sortValue: ({ createdByName }) => createdByName,
        hideBelow: 'md',
      },
      {
        id: 'issuer',
        header: t('payments.field.issuer'),
        width: 'minmax(130px, 1.2fr)',
        card: 'title',
        cell: ({ billingEntityName }) => billingEntityName,
        sortValue: ({ billingEntityName }) => billingEntityName,
      },
      {
        id: 'month',
        header: t('payments.due.month'),
        width: '150px',
        cell: ({ month }) => formats.day(`${month}-01`, 'month'),
        sortValue: ({ month }) => month,
        hideBelow: 'md',
      },
      {
        id: 'invoices',
        header: t('payments.field.invoices'),
        width: '112px',
        align: 'right',
        cell: ({ invoiceCount }) => String(invoiceCount),
        sortValue: ({ invoiceCount }) => invoiceCount,
        file: { as: 'number', of: ({ invoiceCount }) => invoiceCount },
      },
      {
        id: 'amount',
        header: t('payments.field.amount'),
        width: '104px',
        align: 'right',
        card: 'aside',
        cell: ({ amountCents }) => formats.money(amountCents),
        sortValue: ({ amountCents }) => amountCents,
        file: { as: 'money', of: ({ amountCents }) => amountCents },
      },
      {
        id: 'on',
        header: t('payments.field.collectionDate'),
        width: '120px',
        cell: ({ firstCollectionDate }) => formats.day(firstCollectionDate),
        sortValue: ({ firstCollectionDate }) => firstCollectionDate,
        hideBelow: 'lg',
        file: { as: 'day', of: ({ firstCollectionDate }) => firstCollectionDate },
      },
      {
        id: 'status',
        header: t('payments.field.status'),
        width: 'minmax(104px, 0.9fr)',
        cell: (collection) => <State collection={collection} handOver={handedOver.get(collection.id)} />,
        sortValue: ({ status, paidCount }) => `${status} ${paidCount}`,
        file: { as: 'text', of: ({ status }) => t(`enums.CollectionStatus.${status}`) },
      },
    ],
    [t, formats, handedOver],
  );
}

function State({ collection, handOver }: { collection: Collection; handOver: HandOver | undefined }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Money collection={collection} />
      {handOver && <Receipt handOver={handOver} />}
    </Box>
  );
}

/** Where the file is on its way to the bank: the receipt, or what keeps it. */
function Receipt({ handOver: { state, doneAt, trouble, nextAt, sha256 } }: { handOver: HandOver }) {
  const t = useT();
  const formats = useFormats();
  const said = doneAt
    ? t('payments.handOver.doneAt', { at: formats.instant(doneAt) })
    : [
        t(`enums.HandOverState.${state}`),
        trouble && t(`payments.handOver.trouble.${trouble}`),
        trouble && nextAt && t('payments.handOver.next', { at: formats.instant(nextAt) }),
      ]
        .filter(Boolean)
        .join(' · ');
  return (
    <Typography
      component="div"
      variant="caption"
      color={trouble ? 'error' : 'textSecondary'}
      title={t('payments.handOver.checksum', { sum: sha256 })}
    >
      {said}
    </Typography>
  );
}

function Money({ collection }: { collection: Collection }) {
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
