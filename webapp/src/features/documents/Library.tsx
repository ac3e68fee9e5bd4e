import CreateNewFolderOutlined from '@mui/icons-material/CreateNewFolderOutlined';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { useT } from '@openpmo/ui/i18n/context';
import { type DragEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCan } from '../../api/session';
import { notify } from '../../design/snackbars';
import { withChanges } from '../../design/useListAddress';
import { DocumentsList } from './DocumentsList';
import { FolderPath } from './FolderPath';
import { FolderTree } from './FolderTree';
import type { Doc } from './queries';
import { UploadQueue } from './upload/UploadQueue';
import { useUploads } from './upload/uploads';

// What is beside the list is loaded when it is opened.
const NameDialog = lazy(() => import('./NameDialog').then((part) => ({ default: part.NameDialog })));
const DocumentSheet = lazy(() => import('./DocumentSheet').then((part) => ({ default: part.DocumentSheet })));
const ShareSheet = lazy(() => import('./sharing/ShareSheet').then((part) => ({ default: part.ShareSheet })));

interface LibraryProps {
  operationId: string;
  docs: readonly Doc[];
  /** A participant's own page. */
  own?: boolean;
}

/** The folder of the address with what is in it, the tree beside it, and files that are dropped on it. */
export function Library({ operationId, docs, own = false }: LibraryProps) {
  const t = useT();
  const can = useCan();
  const [params, setParams] = useSearchParams();
  const [creating, setCreating] = useState(false);
  const uploads = useUploads(operationId);
  const input = useRef<HTMLInputElement>(null);
  const asked = params.get('folder') ?? undefined;
  const folder = docs.find(({ id, kind }) => id === asked && kind === 'FOLDER');
  const may = can('uploadDocument:view');
  const take = (files: readonly File[]) => {
    if (files.length > 0 && !uploads.add(files, folder?.id ?? '')) {
      notify(t('documents.uploads.tooMany', { count: files.length }), { variant: 'error' });
    }
  };
  const set = (changes: Record<string, string | undefined>) => setParams((before) => withChanges(before, changes));
  const sheet = docs.find(({ id }) => id === params.get('document'));
  const shared = docs.find(({ id }) => id === params.get('share'));
  const hasFolders = docs.some(({ kind }) => kind === 'FOLDER');
  const toolbar = (
    <>
      {can('createFolder:view') && (
        <Button color="inherit" startIcon={<CreateNewFolderOutlined />} onClick={() => setCreating(true)}>
          {t('documents.newFolder')}
        </Button>
      )}
      {may && (
        <Button variant="contained" startIcon={<UploadFileOutlined />} onClick={() => input.current?.click()}>
          {t('documents.upload')}
        </Button>
      )}
    </>
  );
  if (asked && !folder) {
    return (
      <Alert
        severity="info"
        variant="outlined"
        action={
          <Button color="inherit" component={Link} to="?">
            {t('documents.backTop')}
          </Button>
        }
      >
        {t('documents.gone')}
      </Alert>
    );
  }
  return (
    <DropArea take={may ? take : undefined} name={folder?.name ?? t('documents.top')}>
      {may && (
        <input
          ref={input}
          type="file"
          multiple
          tabIndex={-1}
          aria-hidden
          style={visuallyHidden}
          onChange={({ target }) => {
            take(Array.from(target.files ?? []));
            target.value = '';
          }}
        />
      )}
      <UploadQueue uploads={uploads} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: hasFolders ? '240px minmax(0, 1fr)' : 'minmax(0, 1fr)' },
        }}
      >
        {hasFolders && <FolderTree docs={docs} folderId={folder?.id} />}
        <Box sx={{ minWidth: 0 }}>
          {hasFolders && <FolderPath folder={folder} />}
          <DocumentsList
            operationId={operationId}
            docs={docs}
            folder={folder}
            own={own}
            toolbar={toolbar}
            onAddress={set}
          />
        </Box>
      </Box>
      <Suspense fallback={null}>
        {creating && <NameDialog operationId={operationId} folder={folder} onClose={() => setCreating(false)} />}
        {sheet && (
          <DocumentSheet
            key={sheet.id}
            operationId={operationId}
            doc={sheet}
            onClose={() => set({ document: undefined })}
          />
        )}
        {shared && can('shareDocument:view') && (
          <ShareSheet
            key={shared.id}
            operationId={operationId}
            doc={shared}
            onClose={() => set({ share: undefined })}
          />
        )}
      </Suspense>
    </DropArea>
  );
}

interface DropAreaProps {
  take: ((files: readonly File[]) => void) | undefined;
  /** Where files go that are dropped. */
  name: string;
  children: ReactNode;
}

/** The whole of the page takes files; the button beside the search does the same. */
function DropArea({ take, name, children }: DropAreaProps) {
  const t = useT();
  const [over, setOver] = useState(false);
  if (!take) return <Box>{children}</Box>;
  const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    <Box
      onDragOver={(event: DragEvent) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event: DragEvent) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        take(Array.from(event.dataTransfer.files));
      }}
      sx={{ position: 'relative', minHeight: 320 }}
    >
      {children}
      {over && (
        <Box
          sx={{
            position: 'absolute',
            inset: -8,
            zIndex: 3,
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'center',
            border: '2px dashed',
            borderColor: 'primary.main',
            borderRadius: 1,
            bgcolor: 'background.paper',
            opacity: 0.92,
            pointerEvents: 'none',
          }}
        >
          <Typography variant="h3" component="p">
            {t('documents.dropHere', { folder: name })}
          </Typography>
        </Box>
      )}
    </Box>
  );
}
