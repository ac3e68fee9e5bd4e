import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import OpenInNew from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import { Can } from '../../design/Can';
import { ErrorPanel } from '../../design/ErrorPanel';
import { SideSheet } from '../../design/SideSheet';
import { RowsSkeleton } from '../../design/Skeletons';
import { type Doc, previewPath, useDocument, useDownload } from './queries';
import { isPdf, isPicture } from './tree';
import { useSize } from './useSize';

interface DocumentSheetProps {
  operationId: string;
  doc: Doc;
  onClose: () => void;
}

/** A document beside the list: what it shows, and its versions. */
export function DocumentSheet({ operationId, doc, onClose }: DocumentSheetProps) {
  const t = useT();
  const size = useSize();
  const formats = useFormats();
  const download = useDownload(operationId);
  const id = useId();
  const shown = isPdf(doc) || isPicture(doc);
  return (
    <SideSheet
      title={doc.name}
      subtitle={[doc.size !== undefined && size(doc.size), formats.instant(doc.changedAt)].filter(Boolean).join(' · ')}
      width={720}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          <Can permission="downloadDocument:view">
            <Button
              variant="contained"
              startIcon={<FileDownloadOutlined />}
              loading={download.isPending}
              onClick={() => download.mutate({ doc })}
            >
              {t('documents.download')}
            </Button>
          </Can>
          {shown && (
            <Button
              color="inherit"
              variant="outlined"
              startIcon={<OpenInNew />}
              href={previewPath(operationId, doc.id, doc.version)}
              target="_blank"
              rel="noopener"
            >
              {t('documents.sheet.wider')}
            </Button>
          )}
        </Stack>
        {shown ? (
          <Preview operationId={operationId} doc={doc} />
        ) : (
          <Typography color="textSecondary">{t('documents.sheet.noPreview')}</Typography>
        )}
        <Box component="section" aria-labelledby={id}>
          <Typography variant="h3" id={id} sx={{ mb: 1 }}>
            {t('documents.sheet.versions')}
          </Typography>
          <Versions operationId={operationId} doc={doc} />
        </Box>
      </Stack>
    </SideSheet>
  );
}

/**
 * A picture, or a PDF in a frame: the server sends it as what it is and nothing else, without scripts,
 * so that nothing of a file runs in the session of who looks.
 */
function Preview({ operationId, doc }: { operationId: string; doc: Doc }) {
  const t = useT();
  const source = previewPath(operationId, doc.id, doc.version);
  if (isPicture(doc)) {
    return (
      <Box
        component="img"
        src={source}
        alt={t('documents.sheet.previewOf', { name: doc.name })}
        sx={{ maxWidth: '100%', maxHeight: '60vh', objectFit: 'contain', alignSelf: 'center' }}
      />
    );
  }
  // Most telephones have no viewer: their frame stays empty.
  if (!navigator.pdfViewerEnabled) {
    return <Typography color="textSecondary">{t('documents.sheet.noViewer')}</Typography>;
  }
  return (
    <Box
      component="iframe"
      title={t('documents.sheet.previewOf', { name: doc.name })}
      src={source}
      sx={{
        width: '100%',
        height: '60vh',
        minHeight: 320,
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: 1,
      }}
    />
  );
}

function Versions({ operationId, doc }: { operationId: string; doc: Doc }) {
  const t = useT();
  const formats = useFormats();
  const size = useSize();
  const detail = useDocument(operationId, doc.id);
  const download = useDownload(operationId);
  if (detail.isPending) return <RowsSkeleton height={48} />;
  if (detail.isError) return <ErrorPanel error={detail.error} onRetry={() => detail.refetch()} />;
  return (
    <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
      {detail.data.versions.map(({ version, addedAt, author, size: bytes }) => (
        <Stack
          key={version}
          component="li"
          direction="row"
          sx={{ py: 1, gap: 1, alignItems: 'center', borderBottom: '1px solid', borderColor: 'divider' }}
        >
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography component="div">
              {t('documents.sheet.version', { version })}
              {version === doc.version && <Chip size="small" label={t('documents.sheet.current')} sx={{ ml: 1 }} />}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {author ? t('documents.sheet.by', { at: formats.instant(addedAt), author }) : formats.instant(addedAt)}
              {` · ${size(bytes)}`}
            </Typography>
          </Box>
          <IconButton
            aria-label={t('documents.sheet.downloadVersion', { version })}
            onClick={() => download.mutate({ doc, version })}
          >
            <FileDownloadOutlined />
          </IconButton>
        </Stack>
      ))}
    </Stack>
  );
}
