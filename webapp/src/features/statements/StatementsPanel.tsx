import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { Can } from '../../design/Can';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { EmptyState } from '../../design/EmptyState';
import { EntityList } from '../../design/EntityList';
import { RowMenu } from '../../design/RowMenu';
import { matching } from '../../design/search';
import { notify } from '../../design/snackbars';
import { useListAddress } from '../../design/useListAddress';
import { useErrorText, useRefusalTexts } from '../../design/useProblemText';
import {
  type Statement,
  useDeleteDraft,
  useDownload,
  useDownloadInvoice,
  useDraft,
  useStatements,
  useTogether,
} from './queries';
import { useStatementColumns } from './useStatementColumns';

const StatementSheet = lazy(async () => ({ default: (await import('./StatementSheet')).StatementSheet }));
const CancelDialog = lazy(async () => ({ default: (await import('./CancelDialog')).CancelDialog }));

const idOf = ({ id }: Statement) => id;
const nameOf = ({ number, producerName }: Statement) => number ?? producerName;

/** The statements of an operation: drafted, published, sent, taken away and taken back. */
export function StatementsPanel() {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  const words = useErrorText();
  const operation = useOperation();
  const can = useCan();
  const address = useListAddress();
  const list = useStatements(operation.id);
  const draft = useDraft(operation.id);
  const publish = useTogether(operation.id, 'publish');
  const send = useTogether(operation.id, 'send');
  const remove = useDeleteDraft(operation.id);
  const download = useDownload(operation.id);
  const invoice = useDownloadInvoice(operation.id);
  const [chosen, choose] = useState<string[]>([]);
  const [shown, show] = useState<Statement>();
  const [asked, ask] = useState<Statement[]>();
  const [cancelling, cancel] = useState<Statement>();
  const all = useMemo(() => list.data ?? [], [list.data]);
  const rows = useMemo(
    () => matching(all, address.search, (one) => [one.number, one.producerName, one.billingEntityName].join(' ')),
    [all, address.search],
  );
  const sum = (of: readonly Statement[]) =>
    formats.money(of.reduce((total, { amountCents }) => total + amountCents, 0));
  const told = (done: 'published' | 'sent') => (results: readonly { status: string; problem?: { key?: string } }[]) => {
    const refused = results.filter(({ status }) => status === 'FAILURE');
    if (results.length > refused.length)
      notify(t(`statements.done.${done}`, { smart_count: results.length - refused.length }));
    for (const { problem } of refused) notify(words(problem), { variant: 'error' });
    choose([]);
    ask(undefined);
  };
  const refusals = draft.data?.refused ?? [];
  const failure = asApiError(draft.error);
  return (
    <>
      <Box aria-live="polite">
        {failure && (
          <Alert severity="error" variant="outlined" sx={{ mb: 2 }} onClose={draft.reset}>
            {words(failure)}
          </Alert>
        )}
        {refusals.length > 0 && (
          <Alert severity="warning" variant="outlined" sx={{ mb: 2 }} onClose={draft.reset}>
            <AlertTitle>{t('statements.refused', { smart_count: refusals.length })}</AlertTitle>
            <Box component="ul" sx={{ m: 0, pl: 2 }}>
              {refusals.map(({ producerId, producerName, periodStart, problem }) => (
                <li key={producerId + periodStart}>
                  {t('statements.refusal', {
                    name: producerName,
                    month: formats.day(periodStart, 'month'),
                    text: words(problem),
                  })}
                </li>
              ))}
            </Box>
          </Alert>
        )}
      </Box>
      <EntityList
        address={address}
        searchLabel={t('statements.search')}
        caption={t('statements.tab.statements')}
        rows={rows}
        all={all}
        columns={useStatementColumns()}
        rowId={idOf}
        rowName={nameOf}
        state={list}
        onLook={show}
        totals={{ label: t('list.total', { smart_count: rows.length }), cells: { amount: sum(rows) } }}
        toolbar={<DraftButton pending={draft.isPending} onClick={() => draft.mutate(undefined)} />}
        {...((can('statement:publish') || can('statement:send')) && {
          bulk: {
            ids: chosen,
            onChange: choose,
            summary: (some: readonly Statement[]) => sum(some),
            actions: (some: readonly Statement[]) => {
              const drafts = some.filter(({ status }) => status === 'DRAFT');
              const published = some.filter(({ status }) => status === 'PUBLISHED');
              return (
                <>
                  <Can permission="statement:publish">
                    <Button variant="contained" disabled={drafts.length === 0} onClick={() => ask(drafts)}>
                      {t('statements.publish.open', { smart_count: drafts.length })}
                    </Button>
                  </Can>
                  <Can permission="statement:send">
                    <Button
                      disabled={published.length === 0}
                      loading={send.isPending}
                      onClick={() => send.mutate(published.map(idOf), { onSuccess: told('sent') })}
                    >
                      {t('statements.send', { smart_count: published.length })}
                    </Button>
                  </Can>
                </>
              );
            },
          },
        })}
        actions={(row: Statement) => (
          <RowMenu
            name={nameOf(row)}
            actions={[
              { label: t('statements.download'), onClick: () => download.mutate({ id: row.id }) },
              ...(row.status === 'DRAFT'
                ? []
                : [
                    {
                      label: t(row.language === 'fr' ? 'statements.inDutch' : 'statements.inFrench'),
                      onClick: () => download.mutate({ id: row.id, language: row.language === 'fr' ? 'nl' : 'fr' }),
                    },
                  ]),
              ...(row.kind === 'SELF_BILLED' && row.status !== 'DRAFT'
                ? [{ label: t('statements.electronic'), onClick: () => invoice.mutate(row.id) }]
                : []),
              ...(row.status === 'PUBLISHED' && can('statement:send')
                ? [
                    {
                      label: t('statements.sendOne'),
                      onClick: () => send.mutate([row.id], { onSuccess: told('sent') }),
                    },
                  ]
                : []),
              ...(row.status === 'DRAFT' && can('statement:delete')
                ? [{ label: t('statements.delete'), onClick: () => remove.mutate(row.id), destructive: true }]
                : []),
              ...(row.status === 'PUBLISHED' && can('statement:cancel')
                ? [
                    {
                      label: t('statements.cancel.open'),
                      onClick: () => cancel(row),
                      refused: row.kind === 'SELF_BILLED' ? t('statements.cancel.selfBilled') : undefined,
                      destructive: true,
                    },
                  ]
                : []),
            ]}
          />
        )}
        none={
          <EmptyState
            kind="none"
            title={t('statements.none')}
            advice={t('statements.noneAdvice')}
            action={<DraftButton pending={draft.isPending} onClick={() => draft.mutate(undefined)} />}
          />
        }
      />
      <Suspense fallback={null}>
        {shown && <StatementSheet statement={shown} onClose={() => show(undefined)} />}
        {cancelling && <CancelDialog statement={cancelling} onClose={() => cancel(undefined)} />}
      </Suspense>
      {asked && (
        <ConfirmDialog
          open
          title={t('statements.publish.title', { smart_count: asked.length })}
          confirmLabel={t('statements.publish.confirm')}
          pending={publish.isPending}
          onConfirm={() => publish.mutate(asked.map(idOf), { onSuccess: told('published') })}
          onClose={() => ask(undefined)}
        >
          {t('statements.publish.text', { smart_count: asked.length, amount: sum(asked) })}
        </ConfirmDialog>
      )}
    </>
  );
}

function DraftButton({ pending, onClick }: { pending: boolean; onClick: () => void }) {
  const t = useT();
  return (
    <Can permission="statement:create">
      <Button variant="outlined" loading={pending} onClick={onClick}>
        {t('statements.draft')}
      </Button>
    </Can>
  );
}
