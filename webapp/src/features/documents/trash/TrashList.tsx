import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { ConfirmDialog } from '../../../design/ConfirmDialog';
import { EmptyState } from '../../../design/EmptyState';
import { EntityList } from '../../../design/EntityList';
import { Page } from '../../../design/Page';
import { RowMenu } from '../../../design/RowMenu';
import { matching } from '../../../design/search';
import { notify } from '../../../design/snackbars';
import type { Column } from '../../../design/tableProps';
import { useListAddress } from '../../../design/useListAddress';
import { KindIcon } from '../KindIcon';
import { type Doc, useEmptyTrash, usePurge, useRestore, useTrash } from '../queries';
import { RestoreDialog } from './RestoreDialog';

/** What was put into the trash: each can be taken out again, or removed for good. */
export function TrashList({ operationId, docs }: { operationId: string; docs: readonly Doc[] }) {
  const t = useT();
  const address = useListAddress();
  const trash = useTrash(operationId);
  const restore = useRestore();
  const purge = usePurge();
  const empty = useEmptyTrash();
  const [asked, setAsked] = useState<{ doc: Doc; error: unknown }>();
  const [purged, setPurged] = useState<Doc>();
  const [emptying, setEmptying] = useState(false);
  const rows = trash.data ?? [];
  const columns = useColumns();
  const back = (doc: Doc) =>
    restore.mutate(
      { params: { path: { operationId, documentId: doc.id } }, body: {} },
      {
        onSuccess: ({ name, path }) =>
          notify(t('documents.trash.restored', { name, folder: path.at(-1)?.name ?? t('documents.top') })),
        // Its folder may be gone and its name may be taken: then another is asked for.
        onError: (error) => setAsked({ doc, error }),
      },
    );
  return (
    <Page
      title={t('documents.trash')}
      subtitle={trash.data && t('documents.trash.subtitle', { smart_count: rows.length })}
      actions={
        <Button color="inherit" startIcon={<ArrowBack />} component={Link} to="?">
          {t('documents.trash.back')}
        </Button>
      }
    >
      <EntityList
        address={address}
        searchLabel={t('documents.search')}
        caption={t('documents.trash')}
        all={rows}
        rows={matching(rows, address.search, ({ name }) => name)}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        defaultSort={{ id: 'trashedAt', desc: true }}
        state={trash}
        toolbar={
          <Button color="error" variant="outlined" onClick={() => setEmptying(true)}>
            {t('documents.trash.all')}
          </Button>
        }
        actions={(doc) => (
          <RowMenu
            name={doc.name}
            actions={[
              { label: t('documents.trash.restore'), onClick: () => back(doc) },
              { label: t('documents.trash.purge'), onClick: () => setPurged(doc), destructive: true },
            ]}
          />
        )}
        none={<EmptyState kind="none" title={t('documents.trash.empty')} advice={t('documents.trash.emptyAdvice')} />}
      />
      {asked && (
        <RestoreDialog
          operationId={operationId}
          docs={docs}
          doc={asked.doc}
          problem={asApiError(asked.error)?.problem}
          onClose={() => setAsked(undefined)}
        />
      )}
      <ConfirmDialog
        open={purged !== undefined}
        title={t('documents.trash.purgeTitle')}
        confirmLabel={t('documents.trash.purge')}
        destructive
        pending={purge.isPending}
        onClose={() => setPurged(undefined)}
        onConfirm={() =>
          purged &&
          purge.mutate(
            { params: { path: { operationId, documentId: purged.id } } },
            {
              onSuccess: () => notify(t('documents.trash.purged')),
              onSettled: () => setPurged(undefined),
            },
          )
        }
      >
        {purged && t('documents.trash.purgeText', { name: purged.name })}
      </ConfirmDialog>
      <ConfirmDialog
        open={emptying}
        title={t('documents.trash.allTitle')}
        confirmLabel={t('documents.trash.all')}
        destructive
        pending={empty.isPending}
        onClose={() => setEmptying(false)}
        onConfirm={() =>
          empty.mutate(
            { params: { path: { operationId } } },
            {
              onSuccess: ({ removedNumber }) => notify(t('documents.trash.allDone', { smart_count: removedNumber })),
              onSettled: () => setEmptying(false),
            },
          )
        }
      >
        {t('documents.trash.allText', { smart_count: rows.length })}
      </ConfirmDialog>
    </Page>
  );
}

function useColumns(): Column<Doc>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('documents.column.name'),
        width: 'minmax(220px, 2fr)',
        card: 'title',
        cell: (row) => (
          <Stack
            component="span"
            direction="row"
            sx={{ display: 'inline-flex', gap: 1, alignItems: 'center', minWidth: 0 }}
          >
            <KindIcon doc={row} />
            <span>{row.name}</span>
          </Stack>
        ),
        sortValue: ({ name }) => name,
        file: { as: 'text', of: ({ name }) => name },
      },
      {
        id: 'where',
        header: t('documents.column.where'),
        width: 'minmax(140px, 1fr)',
        card: 'fact',
        cell: ({ path }) => path.map(({ name }) => name).join(' / ') || t('documents.top'),
        file: { as: 'text', of: ({ path }) => path.map(({ name }) => name).join(' / ') },
      },
      {
        id: 'trashedAt',
        header: t('documents.column.trashedAt'),
        width: '168px',
        card: 'fact',
        cell: ({ trashedAt }) => (trashedAt ? formats.instant(trashedAt) : ''),
        sortValue: ({ trashedAt }) => trashedAt,
        file: { as: 'text', of: ({ trashedAt }) => (trashedAt ? formats.instant(trashedAt) : '') },
      },
    ],
    [t, formats],
  );
}
