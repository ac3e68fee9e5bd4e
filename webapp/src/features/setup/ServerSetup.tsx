import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { SupportContact } from '../../design/SupportContact';
import { placeOf } from './places';
import { useServerSetup } from './queries';
import { SetupSteps } from './SetupSteps';

/** The first thing on a server without operations: that one is made, and by whom. */
export function ServerSetup() {
  const t = useT();
  const setup = useServerSetup();
  if (setup.isPending) return <RowsSkeleton rows={6} />;
  if (setup.isError) return <ErrorPanel error={setup.error} onRetry={() => setup.refetch()} />;
  const { next } = setup.data;
  const place = next && placeOf(next);
  return (
    <>
      <Alert severity="info" variant="outlined" sx={{ mb: 2, bgcolor: 'background.paper' }}>
        <AlertTitle component="h2">{t('setup.first.title')}</AlertTitle>
        {t(next ? 'setup.first.admin' : 'setup.first.organizer')}
        <Box sx={{ mt: 1 }}>
          {place && 'backOffice' in place ? (
            <Button href={place.backOffice} variant="contained">
              {t('setup.do.OPERATION')}
            </Button>
          ) : (
            <SupportContact />
          )}
        </Box>
      </Alert>
      <SetupSteps list={setup.data} action={() => undefined} />
    </>
  );
}
