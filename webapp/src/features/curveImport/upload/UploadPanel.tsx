import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { useUploadEvent } from '../../../api/uploadEvent';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { RowsSkeleton } from '../../../design/Skeletons';
import { useSendUpload } from '../queries';
import { UploadForm } from './UploadForm';
import { UploadOutcome } from './UploadOutcome';
import { UploadProgress } from './UploadProgress';

/** Sibelga's two files of a month: sent together, followed to the end, and what came of the latest ones. */
export function UploadPanel() {
  const t = useT();
  const id = useId();
  const { id: operationId } = useOperation();
  const event = useUploadEvent(operationId);
  const sending = useSendUpload(operationId);
  // Kept while they are on their way: what is refused can be mended and sent again.
  const [files, setFiles] = useState<File[]>([]);
  const running = event.data?.status === 'started';
  const choose = (next: File[]) => {
    setFiles(next);
    // What was refused before does not count any more.
    if (sending.isError) sending.reset();
  };
  const send = () => sending.mutate(files, { onSuccess: () => setFiles([]) });
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2 }}>
      <Typography id={id} variant="h2" sx={{ mb: 0.5 }}>
        {t('curveUpload.title')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t('curveUpload.subtitle')}
      </Typography>
      <Stack sx={{ gap: 2 }}>
        {event.isPending && <RowsSkeleton rows={2} />}
        {event.isError && <ErrorPanel error={event.error} onRetry={() => event.refetch()} />}
        {(sending.isPending || running) && (
          <UploadProgress
            event={sending.isPending ? undefined : event.data}
            tooLong={event.tooLong && !sending.isPending}
            asking={event.isFetching}
            onAsk={() => event.refetch()}
          />
        )}
        {!sending.isPending && <UploadOutcome event={event.data} refused={sending.error} />}
        {!sending.isPending && !running && <UploadForm files={files} onChange={choose} onSend={send} />}
      </Stack>
    </Card>
  );
}
