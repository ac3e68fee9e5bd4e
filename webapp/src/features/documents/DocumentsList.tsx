import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useCan } from '../../api/session';
import { EmptyState } from '../../design/EmptyState';
import { EntityList } from '../../design/EntityList';
import { PlainLink } from '../../design/PlainLink';
import { type RowAction, RowMenu } from '../../design/RowMenu';
import { matching } from '../../design/search';
import type { Column } from '../../design/tableProps';
import { useListAddress } from '../../design/useListAddress';
import { KindIcon } from './KindIcon';
import { type Doc, useArchive, useDownload } from './queries';
import { useTrashing } from './trash/useTrashing';
import { inFolder } from './tree';
import { useShared } from './useShared';
import { useSize } from './useSize';

const NameDialog = lazy(() => import('./NameDialog').then((part) => ({ default: part.NameDialog })));
const MoveDialog = lazy(() => import('./MoveDialog').then((part) => ({ default: part.MoveDialog })));

interface DocumentsListProps {
  operationId: string;
  docs: readonly Doc[];
  folder: Doc | undefined;
  own: boolean;
  /** The buttons that add to the folder. */
  toolbar: ReactNode;
  onAddress: (changes: Record<string, string | undefined>) => void;
}

/** What is in a folder; a search looks into all of them. */
export function DocumentsList({ operationId, docs, folder, own, toolbar, onAddress }: DocumentsListProps) {
  const t = useT();
  const can = useCan();
  const address = useListAddress();
  const [ids, setIds] = useState<string[]>([]);
  const [renaming, setRenaming] = useState<Doc>();
  const [moving, setMoving] = useState<readonly Doc[]>();
  const archive = useArchive(operationId);
  const trash = useTrashing(operationId);
  const actions = useActions({
    operationId,
    onAddress,
    onRename: setRenaming,
    onMove: (doc) => setMoving([doc]),
    onTrash: (doc) => trash([doc]),
  });
  const searching = address.search.trim() !== '';
  const here = searching ? docs : inFolder(docs, folder?.id);
  const found = matching(here, address.search, ({ name }) => name);
  const columns = useColumns({ own, where: searching, onAddress });
  return (
    <>
      <EntityList
        address={address}
        searchLabel={t('documents.search')}
        caption={folder?.name ?? t('documents.title')}
        tableKey={folder?.id ?? 'top'}
        toolbar={toolbar}
        narrowed={searching}
        rows={found}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        defaultSort={{ id: 'name' }}
        actions={(row) => <RowMenu name={row.name} actions={actions(row)} />}
        bulk={{
          ids,
          onChange: setIds,
          actions: (chosen) => (
            <>
              <Button
                size="small"
                variant="outlined"
                color="inherit"
                loading={archive.isPending}
                onClick={() => archive.mutate(chosen.map(({ id }) => id))}
              >
                {t('documents.download')}
              </Button>
              {can('editDocument:view') && (
                <Button size="small" variant="outlined" color="inherit" onClick={() => setMoving(chosen)}>
                  {t('documents.move')}
                </Button>
              )}
              {can('deleteDocument:view') && (
                <Button
                  size="small"
                  variant="outlined"
                  color="error"
                  onClick={() => {
                    setIds([]);
                    void trash(chosen);
                  }}
                >
                  {t('documents.toTrash')}
                </Button>
              )}
            </>
          ),
        }}
        none={
          <EmptyState
            kind="none"
            title={own ? t('documents.own.empty') : folder ? t('documents.emptyFolder') : t('documents.empty')}
            advice={
              own
                ? t('documents.own.emptyAdvice')
                : t(can('uploadDocument:view') ? 'documents.emptyAdvice' : 'documents.emptyRead')
            }
          />
        }
      />
      <Suspense fallback={null}>
        {renaming && (
          <NameDialog
            operationId={operationId}
            renamed={renaming}
            folder={folder}
            onClose={() => setRenaming(undefined)}
          />
        )}
        {moving && (
          <MoveDialog
            operationId={operationId}
            docs={docs}
            moved={moving}
            onClose={() => {
              setMoving(undefined);
              setIds([]);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

interface ActionsOf {
  operationId: string;
  onAddress: DocumentsListProps['onAddress'];
  onRename: (doc: Doc) => void;
  onMove: (doc: Doc) => void;
  onTrash: (doc: Doc) => void;
}

/** What may be done with a row, by its rights. */
function useActions({ operationId, onAddress, onRename, onMove, onTrash }: ActionsOf): (doc: Doc) => RowAction[] {
  const t = useT();
  const can = useCan();
  const download = useDownload(operationId);
  const archive = useArchive(operationId);
  return (doc) => {
    const folder = doc.kind === 'FOLDER';
    const list: (RowAction | false)[] = [
      folder
        ? { label: t('documents.open'), onClick: () => onAddress({ folder: doc.id, q: undefined }) }
        : { label: t('documents.look'), onClick: () => onAddress({ document: doc.id }) },
      can('downloadDocument:view') && {
        label: t('documents.download'),
        onClick: () => (folder ? archive.mutate([doc.id]) : download.mutate({ doc })),
      },
      can('shareDocument:view') && { label: t('documents.share'), onClick: () => onAddress({ share: doc.id }) },
      can('editDocument:view') && { label: t('documents.rename'), onClick: () => onRename(doc) },
      can('editDocument:view') && { label: t('documents.move'), onClick: () => onMove(doc) },
      can('deleteDocument:view') && { label: t('documents.toTrash'), onClick: () => onTrash(doc), destructive: true },
    ];
    return list.filter((action) => action !== false);
  };
}

interface ColumnsOf {
  own: boolean;
  /** Rows come of several folders. */
  where: boolean;
  onAddress: DocumentsListProps['onAddress'];
}

function useColumns({ own, where, onAddress }: ColumnsOf): Column<Doc>[] {
  const t = useT();
  const formats = useFormats();
  const size = useSize();
  const shared = useShared();
  return useMemo(() => {
    const columns: (Column<Doc> | false)[] = [
      {
        id: 'name',
        header: t('documents.column.name'),
        width: 'minmax(220px, 1fr)',
        card: 'title',
        cell: (row) => <Name doc={row} onAddress={onAddress} />,
        // Folders come first, whatever the locale.
        sortValue: ({ kind, name }) => `${kind === 'FOLDER' ? 0 : 1} ${name}`,
        file: { as: 'text', of: ({ name }) => name },
      },
      where && {
        id: 'where',
        header: t('documents.column.where'),
        width: 'minmax(160px, 1fr)',
        card: 'fact',
        cell: ({ path }) => path.map(({ name }) => name).join(' / ') || t('documents.top'),
        file: { as: 'text', of: ({ path }) => path.map(({ name }) => name).join(' / ') },
      },
      {
        id: 'size',
        header: t('documents.column.size'),
        width: '96px',
        align: 'right',
        card: 'aside',
        cell: (row) => (row.size === undefined ? '' : size(row.size)),
        sortValue: (row) => row.size,
        file: { as: 'number', of: (row) => row.size },
      },
      {
        id: 'changedAt',
        header: t('documents.column.changedAt'),
        width: '168px',
        hideBelow: 'sm',
        card: 'fact',
        cell: ({ changedAt }) => formats.instant(changedAt),
        sortValue: ({ changedAt }) => changedAt,
        file: { as: 'text', of: ({ changedAt }) => formats.instant(changedAt) },
      },
      !own && {
        id: 'author',
        header: t('documents.column.author'),
        width: '132px',
        // With the folder there is no room for all.
        hideBelow: where ? 'xl' : 'lg',
        cell: ({ author }) => author,
        sortValue: ({ author }) => author,
        file: { as: 'text', of: ({ author }) => author },
      },
      !own && {
        id: 'shared',
        header: t('documents.column.shared'),
        width: '132px',
        hideBelow: 'md',
        card: 'fact',
        cell: (row) => shared(row),
        sortValue: (row) => row.shared?.participantsNumber,
        file: { as: 'text', of: (row) => shared(row) },
      },
    ];
    return columns.filter((column) => column !== false);
  }, [t, formats, size, shared, own, where, onAddress]);
}

function Name({ doc, onAddress }: { doc: Doc; onAddress: DocumentsListProps['onAddress'] }) {
  const t = useT();
  return (
    <Stack
      component="span"
      direction="row"
      sx={{ display: 'inline-flex', gap: 1, alignItems: 'center', minWidth: 0, maxWidth: '100%' }}
    >
      <KindIcon doc={doc} />
      {doc.kind === 'FOLDER' ? (
        <PlainLink to={`?folder=${doc.id}`}>{doc.name}</PlainLink>
      ) : (
        <MuiLink
          component="button"
          type="button"
          aria-label={t('documents.lookOf', { name: doc.name })}
          onClick={() => onAddress({ document: doc.id })}
          sx={{
            textAlign: 'left',
            overflowWrap: 'anywhere',
            minHeight: 24,
            minWidth: 0,
            // What tells one name from the next is often its end: two lines fit a row.
            whiteSpace: 'normal',
            lineHeight: 1.25,
            display: '-webkit-box',
            WebkitBoxOrient: 'vertical',
            WebkitLineClamp: 2,
            overflow: 'hidden',
          }}
        >
          {doc.name}
        </MuiLink>
      )}
    </Stack>
  );
}
