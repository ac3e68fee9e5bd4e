import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import { useT } from '@openpmo/ui/i18n/context';
import { Suspense } from 'react';
import { Link as RouterLink } from 'react-router';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { useUploadEvent } from '../../api/uploadEvent';
import { useProblemText } from '../../design/useProblemText';

/** Tells that the files of a month are being stored, whichever page they were sent from. */
export function UploadLoader() {
  const { features } = useOperation();
  const uploads = useCan()('curve:import');
  return features.includes('monthlyFiles') && uploads ? <Loader /> : null;
}

function Loader() {
  const t = useT();
  const { id } = useOperation();
  const event = useUploadEvent(id);
  if (event.data?.status !== 'started') return null;
  return (
    <Box role="status" sx={{ mb: 2 }}>
      <Link component={RouterLink} to={`/pmo/operations/${id}/imports`}>
        {event.tooLong ? (
          <Suspense fallback={t('curveUpload.running')}>
            <TooLong />
          </Suspense>
        ) : (
          t('curveUpload.running')
        )}
      </Link>
      {!event.tooLong && <LinearProgress aria-label={t('curveUpload.running')} sx={{ mt: 0.5, borderRadius: 4 }} />}
    </Box>
  );
}

/** That the files were asked about for long enough. */
function TooLong() {
  return useProblemText()({ key: 'MaxRetries' });
}
