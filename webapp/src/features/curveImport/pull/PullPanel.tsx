import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useId } from 'react';
import { useOperation } from '../../../api/operations';
import { usePulls } from '../queries';

const FolderPull = lazy(async () => ({ default: (await import('./FolderPull')).FolderPull }));
const ServicePull = lazy(async () => ({ default: (await import('./ServicePull')).ServicePull }));

/** What comes without anybody sending files; nothing where this installation offers none of it. */
export function PullPanel() {
  const t = useT();
  const id = useId();
  const pulls = usePulls(useOperation().id);
  if (!pulls.data?.service && !pulls.data?.folder) return null;
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2 }}>
      <Typography id={id} variant="h2" sx={{ mb: 0.5 }}>
        {t('curveImport.pull.title')}
      </Typography>
      <Stack sx={{ gap: 3 }}>
        <Suspense fallback={null}>
          {pulls.data.service && <ServicePull pulls={pulls.data} />}
          {pulls.data.folder && <FolderPull pulls={pulls.data} />}
        </Suspense>
      </Stack>
    </Card>
  );
}
