import Alert from '@mui/material/Alert';
import { useT } from '@openpmo/ui/i18n/context';

/** What an import has changed, in words. */
export function ImportDone({ unchanged, sites, days }: { unchanged: boolean; sites: number; days: number }) {
  const t = useT();
  return (
    <Alert severity={unchanged ? 'info' : 'success'} variant="outlined" role="status">
      {unchanged
        ? t('curveImport.done.unchanged')
        : [
            t('curveImport.done.stored'),
            t('curveImport.done.sites', { smart_count: sites }),
            t('curveImport.done.days', { smart_count: days }),
          ].join(' ')}
    </Alert>
  );
}
