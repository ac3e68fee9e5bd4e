import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type UploadEvent, uploadTiming } from '../../../api/uploadEvent';
import { useRefusalTexts } from '../../../design/useProblemText';

interface UploadProgressProps {
  /** Nothing while the files are on their way. */
  event: UploadEvent | undefined;
  tooLong: boolean;
  asking: boolean;
  onAsk: () => void;
}

/** What happens to files that were sent. The page may be left meanwhile. */
export function UploadProgress({ event, tooLong, asking, onAsk }: UploadProgressProps) {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  if (tooLong) {
    return (
      <Alert severity="warning" variant="outlined" role="alert">
        {t('errors.MaxRetries')}
        <br />
        <Button size="small" color="inherit" variant="outlined" loading={asking} onClick={onAsk} sx={{ mt: 1 }}>
          {t('curveUpload.askNow')}
        </Button>
      </Alert>
    );
  }
  const label = t(event ? 'curveUpload.checking' : 'curveUpload.sending');
  return (
    <Stack sx={{ gap: 0.75 }}>
      <Typography role="status" sx={{ fontWeight: 600 }}>
        {label}
      </Typography>
      <LinearProgress aria-label={label} sx={{ height: 8, borderRadius: 4 }} />
      {event && (
        <Typography variant="caption" color="textSecondary">
          {t('curveUpload.waiting', {
            files: (event.files ?? []).map(({ name }) => name).join(', ') || t('formats.none'),
            time: event.startedAt ? formats.time(event.startedAt) : '',
            first: uploadTiming.firstMs / 1000,
            every: uploadTiming.pollMs / 1000,
          })}
        </Typography>
      )}
    </Stack>
  );
}
