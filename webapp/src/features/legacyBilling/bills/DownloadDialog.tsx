import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { downloadName } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useEffect, useId, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { saveBlob } from '../../../design/files';
import { TaskProgress } from '../../../design/TaskProgress';
import { type Bill, fetchArchive } from '../queries';
import { bringAll, type ChunkProgress, chunkSize } from './chunks';

const namesShown = 20;

/** Brings many documents, ten in an archive; what fails is skipped and named, and may be tried again. */
export function DownloadDialog({ bills, onClose }: { bills: readonly Bill[]; onClose: () => void }) {
  const t = useT();
  const titleId = useId();
  const { id: operationId } = useOperation();
  const [asked, setAsked] = useState(bills);
  const [progress, setProgress] = useState<ChunkProgress>();
  const [failed, setFailed] = useState<readonly Bill[]>();
  useEffect(() => {
    let left = false;
    setFailed(undefined);
    const bring = async (chunk: Bill[]) => {
      if (left) return;
      const { file, response } = await fetchArchive(
        operationId,
        chunk.map(({ id }) => id),
      );
      if (!left) saveBlob(file, downloadName(response, 'factures.zip'));
    };
    bringAll(asked, bring, (told) => {
      if (!left) setProgress(told);
    }).then((result) => {
      if (!left) setFailed(result.failed);
    });
    return () => {
      left = true;
    };
  }, [asked, operationId]);
  const done = failed !== undefined;
  return (
    <Dialog open onClose={done ? onClose : undefined} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t('legacyBilling.download.title')}</DialogTitle>
      <DialogContent>
        <TaskProgress
          label={t('legacyBilling.download.label', { smart_count: asked.length })}
          status={!done ? 'PENDING' : failed.length === asked.length ? 'FAILURE' : 'SUCCESS'}
          progress={progress}
        >
          <Typography variant="body2" color="textSecondary">
            {t('legacyBilling.download.hint', { count: chunkSize })}
          </Typography>
        </TaskProgress>
        {done && failed.length > 0 && (
          <Box role="alert" sx={{ mt: 2 }}>
            <Typography>{t('legacyBilling.download.skipped', { smart_count: failed.length })}</Typography>
            <Box component="ul" sx={{ my: 0.5, pl: 3 }}>
              {failed.slice(0, namesShown).map(({ id, documentName }) => (
                <li key={id}>{documentName}</li>
              ))}
            </Box>
            {failed.length > namesShown && (
              <Typography color="textSecondary">
                {t('legacyBilling.more', { smart_count: failed.length - namesShown })}
              </Typography>
            )}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        {done && failed.length > 0 && (
          <Button onClick={() => setAsked(failed)}>{t('legacyBilling.download.again')}</Button>
        )}
        <Button onClick={onClose} color="inherit">
          {t(done ? 'legacyBilling.close' : 'design.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
