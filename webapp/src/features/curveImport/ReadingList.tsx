import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { ImportResult } from './imports';

/** The readings of whole periods that files bring, as an R15 does, by site. */
export function ReadingList({ result }: { result: ImportResult }) {
  const t = useT();
  const formats = useFormats();
  const { readings = 0, readingsChanged = 0, readingSites = [] } = result;
  if (readings === 0) return null;
  return (
    <Alert severity="info" variant="outlined">
      <AlertTitle>
        {t('curveImport.readings.title', { smart_count: readings, changed: formats.number(readingsChanged) })}
      </AlertTitle>
      <Box component="ul" tabIndex={0} sx={{ m: 0, pl: 2, maxHeight: 240, overflow: 'auto' }}>
        {readingSites.map(({ dsoId, name, readings: own }) => (
          <li key={dsoId}>{t('curveImport.readings.site', { smart_count: own, name: name ?? dsoId })}</li>
        ))}
      </Box>
      {t('curveImport.readings.use')}
    </Alert>
  );
}
