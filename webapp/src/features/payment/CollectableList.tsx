import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import type { Column } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { EntityList } from '../../design/EntityList';
import { matching } from '../../design/search';
import { notify } from '../../design/snackbars';
import { Tag } from '../../design/Tag';
import { ThingLink } from '../../design/ThingLink';
import { useListAddress } from '../../design/useListAddress';
import { useErrorText, useProblemText } from '../../design/useProblemText';
import { batchesOf, monthsOf } from './batches';
import { type Collectable, useCollectable, useExport } from './queriesOfCollections';

const everyMonth = 'all';

/** Invoices that wait for their collection, and the export of those that can be collected. */
export function CollectableList() {
  const t = useT();
  const formats = useFormats();
  const words = useErrorText();
  const operation = useOperation();
  const address = useListAddress(['month'], 'due');
  const list = useCollectable(operation.id);
  const all = useMemo(() => list.data ?? [], [list.data]);
  const asked = address.filter('month');
  const months = monthsOf(all);
  const ofMonth = asked ? all.filter(({ periodEnd }) => periodEnd.startsWith(asked)) : all;
  const rows = matching(
    ofMonth,
    address.search,
    ({ number, billableEntityName, billingEntityName }) => `${number} ${billableEntityName} ${billingEntityName}`,
  );
  const batches = batchesOf(rows);
  const count = batches.reduce((sum, { invoicesIds }) => sum + invoicesIds.length, 0);
  const amount = batches.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const exporting = useExport();
  const run = () =>
    exporting.mutate(batches, {
      onSuccess: ({ files }) => {
        if (files > 0) notify(t('payments.due.done', { smart_count: files }));
      },
    });
  const failures = exporting.data?.failures ?? [];
  return (
    <>
      <Box aria-live="polite">
        {failures.length > 0 && (
          <Alert severity="error" variant="outlined" sx={{ mb: 2 }} onClose={exporting.reset}>
            <AlertTitle>{t('payments.due.failed', { smart_count: failures.length })}</AlertTitle>
            <Box component="ul" sx={{ m: 0, pl: 2 }}>
              {failures.map(({ batch, error }) => {
                const failure = asApiError(error);
                return (
                  <li key={batch.issuerId}>
                    {t('payments.due.failure', {
                      name: batch.issuerName,
                      text: words(failure),
                    })}
                  </li>
                );
              })}
            </Box>
          </Alert>
        )}
      </Box>
      <EntityList
        address={address}
        searchLabel={t('payments.due.search')}
        filters={
          months.length > 1 && (
            <TextField
              select
              id="due-month"
              size="small"
              label={t('payments.due.month')}
              value={asked ?? everyMonth}
              onChange={({ target }) =>
                address.setFilter('month', target.value === everyMonth ? undefined : target.value)
              }
              sx={{ minWidth: 180 }}
            >
              <MenuItem value={everyMonth}>{t('payments.due.everyMonth')}</MenuItem>
              {months.map((month) => (
                <MenuItem key={month} value={month}>
                  {formats.day(`${month}-01`, 'month')}
                </MenuItem>
              ))}
            </TextField>
          )
        }
        toolbar={
          <Can permission="collection:export">
            <Button
              variant="contained"
              startIcon={<FileDownloadOutlined />}
              onClick={run}
              loading={exporting.isPending}
              loadingPosition="start"
              disabled={count === 0}
            >
              {t('payments.due.export', { smart_count: count, amount: formats.money(amount) })}
            </Button>
          </Can>
        }
        caption={t('payments.due.title')}
        rows={rows}
        all={all}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowName={({ number }) => number}
        defaultSort={{ id: 'number' }}
        totals={{
          label: t('payments.due.total'),
          cells: { amount: formats.money(rows.reduce((sum, { amountCents }) => sum + amountCents, 0)) },
        }}
        state={list}
        none={<EmptyState kind="none" title={t('payments.due.empty')} advice={t('payments.due.emptyAdvice')} />}
      />
    </>
  );
}

function useColumns(): Column<Collectable>[] {
  const t = useT();
  const formats = useFormats();
  const words = useProblemText();
  return useMemo(
    () => [
      {
        id: 'number',
        header: t('payments.field.number'),
        width: 'minmax(140px, 1fr)',
        cell: ({ id, number }) => (
          <ThingLink thing="invoice" id={id}>
            {number}
          </ThingLink>
        ),
        sortValue: ({ number }) => number,
        file: { as: 'text', of: ({ number }) => number },
      },
      {
        id: 'client',
        header: t('payments.field.client'),
        width: 'minmax(140px, 1.4fr)',
        cell: ({ billableEntityName }) => billableEntityName,
        sortValue: ({ billableEntityName }) => billableEntityName,
      },
      {
        id: 'issuer',
        header: t('payments.field.issuer'),
        width: 'minmax(130px, 1fr)',
        cell: ({ billingEntityName }) => billingEntityName,
        sortValue: ({ billingEntityName }) => billingEntityName,
        hideBelow: 'lg',
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
        id: 'due',
        header: t('payments.field.dueDate'),
        width: '130px',
        cell: ({ dueDate }) => (dueDate ? formats.day(dueDate) : t('formats.none')),
        sortValue: ({ dueDate }) => dueDate,
        hideBelow: 'md',
        file: { as: 'day', of: ({ dueDate }) => dueDate },
      },
      {
        id: 'on',
        header: t('payments.field.collectionDate'),
        width: '130px',
        cell: ({ collectionDate, problem }) =>
          collectionDate && !problem ? formats.day(collectionDate) : t('formats.none'),
        sortValue: ({ collectionDate }) => collectionDate,
        file: { as: 'day', of: ({ collectionDate, problem }) => (problem ? undefined : collectionDate) },
      },
      {
        id: 'state',
        header: t('payments.field.mandateId'),
        width: 'minmax(150px, 1.6fr)',
        cell: ({ mandateId, problem }) =>
          problem ? (
            <Tag tone="warning" tip={words(problem)}>
              {t(problemWords[problem.key] ?? 'payments.due.refused')}
            </Tag>
          ) : (
            mandateId
          ),
        sortValue: ({ mandateId, problem }) => (problem ? '' : mandateId),
        file: { as: 'text', of: ({ mandateId, problem }) => (problem ? words(problem) : mandateId) },
      },
    ],
    [t, formats, words],
  );
}

/** What is missing, in a word; the whole sentence is behind it. */
const problemWords: Record<string, 'payments.due.noMandate' | 'payments.due.noCreditor'> = {
  'error.payment.mandate.not_found': 'payments.due.noMandate',
  'error.payment.creditor.not_found': 'payments.due.noCreditor',
};
