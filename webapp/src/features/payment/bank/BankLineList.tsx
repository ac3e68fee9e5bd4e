import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { Can } from '../../../design/Can';
import { ConfirmDialog } from '../../../design/ConfirmDialog';
import type { Column } from '../../../design/DataTable';
import { EmptyState } from '../../../design/EmptyState';
import { EntityList } from '../../../design/EntityList';
import { type RowAction, RowMenu } from '../../../design/RowMenu';
import { matching } from '../../../design/search';
import { notify } from '../../../design/snackbars';
import { Tag } from '../../../design/Tag';
import { ThingLink } from '../../../design/ThingLink';
import { useListAddress } from '../../../design/useListAddress';
import { leftOf, nameOf, saidOf } from './lines';
import { type BankLine, type BankState, useBankLines, useMatchLines, useReopenLine } from './queries';

// Forms are not needed to read.
const ImportDialog = lazy(() => import('./ImportDialog').then((module) => ({ default: module.ImportDialog })));
const SettleLineDialog = lazy(() =>
  import('./SettleLineDialog').then((module) => ({ default: module.SettleLineDialog })),
);
const AsideDialog = lazy(() => import('./AsideDialog').then((module) => ({ default: module.AsideDialog })));

const states: readonly BankState[] = ['OPEN', 'SETTLED', 'SET_ASIDE'];

/** Lines of statements: those that are open first, settled by hand or set aside. */
export function BankLineList() {
  const t = useT();
  const formats = useFormats();
  const can = useCan();
  const operation = useOperation();
  const address = useListAddress(['state'], 'line');
  const state = states.find((one) => one === address.filter('state')) ?? 'OPEN';
  const list = useBankLines(operation.id, state);
  const all = list.data ?? [];
  const rows = matching(all, address.search, (line) => `${line.counterparty} ${saidOf(line)} ${line.fileName}`);
  const [chosen, setChosen] = useState<string[]>([]);
  const [importing, setImporting] = useState(false);
  const [settling, setSettling] = useState<BankLine>();
  const [leaving, setLeaving] = useState<readonly BankLine[]>([]);
  const [opening, setOpening] = useState<BankLine>();
  const match = useMatchLines(operation.id);
  const reopen = useReopenLine(operation.id);
  const may = can('bankFile:update');
  const columns = useColumns(state);
  const actsOf = (line: BankLine): RowAction[] => [
    ...(line.state === 'OPEN'
      ? [
          { label: t('payments.bank.settle'), onClick: () => setSettling(line) },
          { label: t('payments.bank.setAside'), onClick: () => setLeaving([line]) },
        ]
      : []),
    ...(line.state !== 'OPEN' || line.settledCents > 0
      ? [{ label: t('payments.bank.reopen'), onClick: () => setOpening(line) }]
      : []),
  ];
  const again = () =>
    match.mutate(undefined, {
      onSuccess: (done) => notify(t('payments.bank.matched', { smart_count: done?.matched ?? 0 })),
    });
  const take = (
    <Can permission="bankFile:import">
      <Button variant="contained" startIcon={<UploadFileOutlined />} onClick={() => setImporting(true)}>
        {t('payments.bank.import')}
      </Button>
    </Can>
  );
  return (
    <>
      <EntityList
        address={address}
        searchLabel={t('payments.bank.search')}
        filters={
          <TextField
            select
            id="bank-line-state"
            size="small"
            label={t('payments.bank.state')}
            value={state}
            onChange={({ target }) => {
              setChosen([]);
              address.setFilter('state', target.value === 'OPEN' ? undefined : target.value);
            }}
            fullWidth={false}
            sx={{ minWidth: 160 }}
          >
            {states.map((one) => (
              <MenuItem key={one} value={one}>
                {t(`enums.BankLineState.${one}`)}
              </MenuItem>
            ))}
          </TextField>
        }
        toolbar={
          <>
            {may && state === 'OPEN' && (
              <Button onClick={again} loading={match.isPending}>
                {t('payments.bank.match')}
              </Button>
            )}
            {take}
          </>
        }
        tableKey={state}
        caption={t('payments.bank.lines')}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowName={nameOf}
        {...(may && { actions: (line: BankLine) => <RowMenu name={nameOf(line)} actions={actsOf(line)} /> })}
        narrowed={address.search !== ''}
        state={list}
        none={
          <EmptyState kind="none" title={t(`payments.bank.empty.${state}`)} advice={t('payments.bank.emptyAdvice')} />
        }
        bulk={
          may && state === 'OPEN'
            ? {
                ids: chosen,
                onChange: setChosen,
                summary: (lines) => formats.money(lines.reduce((sum, { amountCents }) => sum + amountCents, 0)),
                actions: (lines) => (
                  <Button color="inherit" onClick={() => setLeaving(lines)}>
                    {t('payments.bank.setAside')}
                  </Button>
                ),
              }
            : undefined
        }
      />
      <Suspense fallback={null}>
        {importing && <ImportDialog onClose={() => setImporting(false)} />}
        {settling && <SettleLineDialog line={settling} onClose={() => setSettling(undefined)} />}
        {leaving.length > 0 && (
          <AsideDialog lines={leaving} onDone={() => setChosen([])} onClose={() => setLeaving([])} />
        )}
      </Suspense>
      {opening && (
        <ConfirmDialog
          open
          destructive
          title={t('payments.bank.reopenTitle')}
          confirmLabel={t('payments.bank.reopen')}
          pending={reopen.isPending}
          onConfirm={() =>
            reopen.mutate(opening.id, {
              onSuccess: () => notify(t('payments.bank.reopened')),
              onSettled: () => setOpening(undefined),
            })
          }
          onClose={() => setOpening(undefined)}
        >
          {t(opening.settledCents > 0 ? 'payments.bank.reopenSettled' : 'payments.bank.reopenAside', {
            amount: formats.money(opening.settledCents),
          })}
        </ConfirmDialog>
      )}
    </>
  );
}

function useColumns(state: BankState): Column<BankLine>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'day',
        header: t('payments.bank.day'),
        width: '110px',
        cell: ({ bookedOn }) => formats.day(bookedOn),
        sortValue: ({ bookedOn }) => bookedOn,
        file: { as: 'day', of: ({ bookedOn }) => bookedOn },
      },
      {
        id: 'who',
        header: t('payments.bank.counterparty'),
        width: 'minmax(130px, 1fr)',
        card: 'title',
        cell: (line) => line.counterparty || t(`enums.BankLineKind.${line.kind}`),
        sortValue: ({ counterparty }) => counterparty,
        file: { as: 'text', of: ({ counterparty }) => counterparty },
      },
      {
        id: 'text',
        header: t('payments.bank.text'),
        width: 'minmax(150px, 1.8fr)',
        cell: saidOf,
        sortValue: saidOf,
        file: { as: 'text', of: saidOf },
      },
      {
        id: 'amount',
        header: t('payments.bank.amount'),
        width: '120px',
        align: 'right',
        card: 'aside',
        cell: ({ amountCents }) => formats.money(amountCents),
        sortValue: ({ amountCents }) => amountCents,
        file: { as: 'money', of: ({ amountCents }) => amountCents },
      },
      {
        id: 'why',
        header: t(state === 'SETTLED' ? 'payments.bank.invoices' : 'payments.bank.why'),
        width: 'minmax(200px, 1.5fr)',
        cell: (line) => <Why line={line} />,
        sortValue: ({ reason, aside }) => aside?.reason ?? reason,
      },
    ],
    [t, formats, state],
  );
}

/** Why a line is open or set aside, and the invoices that it settles. */
function Why({ line }: { line: BankLine }) {
  const t = useT();
  const formats = useFormats();
  const held = line.settlements.filter(({ withdrawnAt }) => !withdrawnAt);
  return (
    <span>
      {line.state === 'OPEN' && line.reason && <Tag tone="warning">{t(`enums.BankLineReason.${line.reason}`)}</Tag>}
      {line.state === 'OPEN' && held.length > 0 && (
        <> {t('payments.bank.left', { amount: formats.money(leftOf(line)) })} </>
      )}
      {line.aside && (
        <Tag {...(line.aside.note && { tip: line.aside.note })}>{t(`enums.BankAsideReason.${line.aside.reason}`)}</Tag>
      )}
      {held.map(({ settlementId, invoiceId, number }, n) => (
        <span key={settlementId}>
          {n > 0 ? ', ' : ' '}
          <ThingLink thing="invoice" id={invoiceId}>
            {number}
          </ThingLink>
        </span>
      ))}
    </span>
  );
}
