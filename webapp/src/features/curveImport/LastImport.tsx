import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { ImportStatus } from './ImportStatus';
import type { CurveImport } from './imports';

const ImportDetails = lazy(async () => ({ default: (await import('./ImportDetails')).ImportDetails }));

/** The newest import of its kind, with what came of it. */
export function LastImport({ shown, none }: { shown: CurveImport | undefined; none: string }) {
  const t = useT();
  const formats = useFormats();
  const [open, setOpen] = useState(false);
  if (!shown) return <Typography>{none}</Typography>;
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography>
        {t('curveImport.pull.last', {
          when: formats.instant(shown.createdAt),
          who: shown.createdBy ?? t('curveImport.pull.server'),
        })}
      </Typography>
      <ImportStatus status={shown.status} />
      <Button size="small" color="inherit" onClick={() => setOpen(true)}>
        {t('curveImport.column.details')}
      </Button>
      <Suspense fallback={null}>{open && <ImportDetails shown={shown} onClose={() => setOpen(false)} />}</Suspense>
    </Stack>
  );
}
