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
  return (
    <SetupSteps
      list={setup.data}
      action={({ kind }, first) => {
        const place = placeOf(kind);
        return (
          first &&
          'backOffice' in place && (
            <Button href={place.backOffice} variant="contained">
              {t(`setup.do.${kind}`)}
            </Button>
          )
        );
      }}
    >
      {!setup.data.next && (
        <Box sx={{ px: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
          <SupportContact />
        </Box>
      )}
    </SetupSteps>
  );
}
