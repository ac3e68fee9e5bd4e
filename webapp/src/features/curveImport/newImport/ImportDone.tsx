import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Link as RouterLink } from 'react-router';
import { useOperation } from '../../../api/operations';
import { firstOf, type ImportResult, lastOf, leftBehind } from '../imports';

const few = 3;

/** What an import has changed, in words, and in the same breath what it leaves behind. */
export function ImportDone({ result }: { result: ImportResult }) {
  const t = useT();
  const formats = useFormats();
  const { id } = useOperation();
  const { unchanged, changedSites, changedDays, readingsChanged = 0 } = result;
  const left = leftBehind(result);
  const [first, last] = [left.months[0], left.months.at(-1)];
  return (
    <Alert severity={left.any ? 'warning' : unchanged ? 'info' : 'success'} variant="outlined" role="status">
      {unchanged
        ? t('curveImport.done.unchanged')
        : [
            t('curveImport.done.stored'),
            (changedSites > 0 || readingsChanged === 0) && t('curveImport.done.sites', { smart_count: changedSites }),
            (changedSites > 0 || readingsChanged === 0) && t('curveImport.done.days', { smart_count: changedDays }),
            readingsChanged > 0 && t('curveImport.done.readings', { smart_count: readingsChanged }),
          ]
            .filter(Boolean)
            .join(' ')}
      {left.sites.length > 0 && (
        <Box component="p" sx={{ m: 0, mt: 0.5 }}>
          {t('curveImport.done.missing', {
            smart_count: left.missing,
            value: formats.number(left.missing),
            sites: [...left.sites.slice(0, few), ...(left.sites.length > few ? ['…'] : [])].join(', '),
          })}{' '}
          {first && last && (
            <Link
              component={RouterLink}
              to={`/pmo/operations/${id}/dashboard?from=${firstOf(first)}&to=${lastOf(last)}`}
            >
              {t('curveImport.done.look')}
            </Link>
          )}
        </Box>
      )}
      {left.remarks > 0 && (
        <Box component="p" sx={{ m: 0, mt: 0.5 }}>
          {t('curveImport.done.leftOut', { smart_count: left.remarks })}
        </Box>
      )}
    </Alert>
  );
}
