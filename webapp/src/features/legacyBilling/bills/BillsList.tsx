import FolderZipOutlined from '@mui/icons-material/FolderZipOutlined';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { EmptyState } from '../../../design/EmptyState';
import { EntityList } from '../../../design/EntityList';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { RowMenu } from '../../../design/RowMenu';
import { matching } from '../../../design/search';
import { notify } from '../../../design/snackbars';
import { useListAddress } from '../../../design/useListAddress';
import { useErrorText } from '../../../design/useProblemText';
import { type Bill, type BillType, useBills, useOpenBill, useUpdateBill } from '../queries';
import { useBillColumns } from './useBillColumns';

const DownloadDialog = lazy(async () => ({ default: (await import('./DownloadDialog')).DownloadDialog }));
const RenameDialog = lazy(async () => ({ default: (await import('./RenameDialog')).RenameDialog }));

const paymentStatuses = ['PENDING', 'FAILED', 'SUCCEEDED'] as const satisfies readonly Bill['paymentStatus'][];

const sumOf = (bills: readonly Bill[]) => bills.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Bills of one type: search, producer, payment; several are taken away together. */
export function BillsList({ billType, empty }: { billType: BillType; empty: ReactNode }) {
  const t = useT();
  const formats = useFormats();
  const operation = useOperation();
  const address = useListAddress(['producer', 'payment']);
  const bills = useBills(operation.id, billType);
  const all = useMemo(() => bills.data ?? [], [bills.data]);
  const [producer, payment] = [address.filter('producer'), address.filter('payment')];
  const rows = matching(
    all.filter((one) => (!producer || one.producerId === producer) && (!payment || one.paymentStatus === payment)),
    address.search,
    ({ documentName, producerName, consumerName }) => `${documentName} ${producerName} ${consumerName ?? ''}`,
  );
  const columns = useBillColumns(billType);
  const [ids, setIds] = useState<string[]>([]);
  const [renamed, setRenamed] = useState<Bill>();
  const [taken, setTaken] = useState<readonly Bill[]>();
  const actionsOf = useBillActions(setRenamed);
  if (bills.isError) return <ErrorPanel error={bills.error} onRetry={() => bills.refetch()} />;
  return (
    <>
      <EntityList
        address={address}
        searchLabel={t('legacyBilling.bills.search')}
        caption={t(`legacyBilling.bills.tab.${billType}`)}
        filters={
          <>
            <Choice
              label={t('legacyBilling.column.producer')}
              all={t('legacyBilling.allProducers')}
              value={producer}
              options={[...new Map(all.map((one) => [one.producerId, one.producerName]))]}
              onChange={(value) => address.setFilter('producer', value)}
            />
            <Choice
              label={t('legacyBilling.column.state')}
              all={t('legacyBilling.allStates')}
              value={payment}
              options={paymentStatuses.map((one) => [one, t(`enums.PaymentStatus.${one}`)])}
              onChange={(value) => address.setFilter('payment', value)}
            />
          </>
        }
        rows={rows}
        all={all}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ documentName }) => documentName}
        defaultSort={{ id: 'period', desc: true }}
        state={bills}
        none={
          <EmptyState
            kind="none"
            title={t('legacyBilling.bills.empty')}
            advice={t('legacyBilling.bills.advice')}
            action={empty}
          />
        }
        bulk={{
          ids,
          onChange: setIds,
          summary: (chosen) => formats.money(sumOf(chosen)),
          actions: (chosen) => (
            <Button variant="contained" startIcon={<FolderZipOutlined />} onClick={() => setTaken(chosen)}>
              {t('legacyBilling.bills.download')}
            </Button>
          ),
        }}
        actions={(bill) => <RowMenu name={bill.documentName} actions={actionsOf(bill)} />}
      />
      <Suspense fallback={null}>
        {renamed && <RenameDialog bill={renamed} onClose={() => setRenamed(undefined)} />}
        {taken && <DownloadDialog bills={taken} onClose={() => setTaken(undefined)} />}
      </Suspense>
    </>
  );
}

interface ChoiceProps {
  label: string;
  /** The word for leaving all rows. */
  all: string;
  value: string | undefined;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string | undefined) => void;
}

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  if (options.length < 2 && !value) return null;
  return (
    <TextField
      select
      size="small"
      label={label}
      value={options.some(([known]) => known === value) ? value : ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      fullWidth={false}
      sx={{ minWidth: 170, maxWidth: '100%' }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{all}</MenuItem>
      {options.map(([one, word]) => (
        <MenuItem key={one} value={one}>
          {word}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** What can be done with a bill: its document, whether it was paid, how the document is called. */
function useBillActions(onRename: (bill: Bill) => void) {
  const t = useT();
  const can = useCan();
  const words = useErrorText();
  const open = useOpenBill();
  const update = useUpdateBill();
  return (bill: Bill) => [
    { label: t('legacyBilling.bill.open'), onClick: () => open.mutate(bill.id) },
    ...(can('bill:update')
      ? [
          ...paymentStatuses
            .filter((status) => status !== bill.paymentStatus)
            .map((paymentStatus) => ({
              label: t(`legacyBilling.bill.mark.${paymentStatus}`),
              onClick: () =>
                update.mutate(
                  {
                    params: { path: { operationId: bill.operationId, billId: bill.id } },
                    body: { paymentStatus },
                  },
                  {
                    onSuccess: () => notify(t('legacyBilling.bill.marked', { name: bill.documentName })),
                    onError: (error) => notify(words(error), { variant: 'error' }),
                  },
                ),
            })),
          { label: t('legacyBilling.bill.rename'), onClick: () => onRename(bill) },
        ]
      : []),
  ];
}
