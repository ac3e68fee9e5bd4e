import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { Can } from '../../design/Can';
import type { Column } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { EntityList } from '../../design/EntityList';
import { matching } from '../../design/search';
import { Tag } from '../../design/Tag';
import { useListAddress } from '../../design/useListAddress';
import { useProblemText, useRefusalTexts } from '../../design/useProblemText';
import { BankFormat } from './BankFormat';
import { type Owed, useOwed } from './queries';

const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog')).ExportDialog }));
const PayDialog = lazy(async () => ({ default: (await import('./PayDialog')).PayDialog }));

const idOf = ({ id }: Owed) => id;
const nameOf = ({ number }: Owed) => number;

/** What is published and not paid: ordered together as a list for the bank, or marked as paid. */
export function OwedPanel() {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  const operation = useOperation();
  const can = useCan();
  const address = useListAddress();
  const list = useOwed(operation.id);
  const [chosen, choose] = useState<string[]>([]);
  const [ordering, order] = useState<Owed[]>();
  const [paying, pay] = useState<Owed[]>();
  const all = useMemo(() => list.data ?? [], [list.data]);
  const rows = useMemo(
    () => matching(all, address.search, (one) => `${one.number} ${one.producerName} ${one.billingEntityName}`),
    [all, address.search],
  );
  const sum = (of: readonly Owed[]) => formats.money(of.reduce((total, { amountCents }) => total + amountCents, 0));
  const ready = rows.filter(({ problem }) => !problem);
  const done = () => {
    choose([]);
    order(undefined);
    pay(undefined);
  };
  return (
    <>
      <EntityList
        address={address}
        searchLabel={t('statements.search')}
        caption={t('statements.tab.owed')}
        rows={rows}
        all={all}
        columns={useColumns()}
        rowId={idOf}
        rowName={nameOf}
        state={list}
        totals={{ label: t('list.total', { smart_count: rows.length }), cells: { amount: sum(rows) } }}
        toolbar={
          <>
            <BankFormat />
            <Can permission="payout:export">
              <Button
                variant="contained"
                startIcon={<FileDownloadOutlined />}
                disabled={ready.length === 0}
                onClick={() => order(ready)}
              >
                {t('statements.export.open', { smart_count: ready.length, amount: sum(ready) })}
              </Button>
            </Can>
          </>
        }
        {...((can('payout:export') || can('payout:update')) && {
          bulk: {
            ids: chosen,
            onChange: choose,
            summary: (some: readonly Owed[]) => sum(some),
            actions: (some: readonly Owed[]) => (
              <>
                <Can permission="payout:export">
                  <Button
                    variant="contained"
                    disabled={some.length === 0 || some.some(({ problem }) => problem)}
                    onClick={() => order([...some])}
                  >
                    {t('statements.export.chosen')}
                  </Button>
                </Can>
                <Can permission="payout:update">
                  <Button disabled={some.length === 0} onClick={() => pay([...some])}>
                    {t('statements.pay.open')}
                  </Button>
                </Can>
              </>
            ),
          },
        })}
        none={<EmptyState kind="none" title={t('statements.nothingOwed')} advice={t('statements.nothingOwedAdvice')} />}
      />
      <Suspense fallback={null}>
        {ordering && <ExportDialog statements={ordering} onDone={done} onClose={() => order(undefined)} />}
        {paying && <PayDialog statements={paying} onDone={done} onClose={() => pay(undefined)} />}
      </Suspense>
    </>
  );
}

function useColumns(): Column<Owed>[] {
  const t = useT();
  const formats = useFormats();
  const words = useProblemText();
  return useMemo(
    () => [
      {
        id: 'number',
        header: t('statements.field.number'),
        width: 'minmax(176px, 1fr)',
        card: 'title',
        cell: ({ number }) => number,
        sortValue: ({ number }) => number,
        file: { as: 'text', of: ({ number }) => number },
      },
      {
        id: 'producer',
        header: t('statements.field.producer'),
        width: 'minmax(150px, 1.4fr)',
        cell: ({ producerName }) => producerName,
        sortValue: ({ producerName }) => producerName,
        file: { as: 'text', of: ({ producerName }) => producerName },
      },
      {
        id: 'account',
        header: t('statements.field.account'),
        width: '160px',
        cell: ({ iban }) => iban ?? t('formats.none'),
        sortValue: ({ iban }) => iban,
        hideBelow: 'md',
      },
      {
        id: 'due',
        header: t('statements.field.due'),
        width: '130px',
        cell: ({ dueDate }) => (dueDate ? formats.day(dueDate) : t('formats.none')),
        sortValue: ({ dueDate }) => dueDate,
        hideBelow: 'sm',
        file: { as: 'day', of: ({ dueDate }) => dueDate },
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
        id: 'state',
        header: t('statements.field.payment'),
        width: 'minmax(150px, 1.2fr)',
        cell: ({ problem, payoutId, paymentStatus }) => {
          if (payoutId) return <Tag tone="info">{t('statements.ordered')}</Tag>;
          if (problem)
            return (
              <Tag tone="warning" tip={words(problem)}>
                {t('statements.lacking')}
              </Tag>
            );
          if (paymentStatus === 'FAILED') return <Tag tone="error">{t('statements.returned')}</Tag>;
          return <Tag tone="warning">{t('statements.toPay')}</Tag>;
        },
        sortValue: ({ payoutId }) => payoutId ?? '',
        file: { as: 'text', of: ({ problem }) => (problem ? words(problem) : '') },
      },
    ],
    [t, formats, words],
  );
}
