import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { Page } from '../../design/Page';
import { ChartSkeleton } from '../../design/Skeletons';
import { DefinitiveMonths } from './definitive/DefinitiveMonths';
import { ImportHistory } from './ImportHistory';
import { SavedMappings } from './mappings/SavedMappings';
import { PullPanel } from './pull/PullPanel';

// An operation has one of the two.
const NewImport = lazy(async () => ({ default: (await import('./newImport/NewImport')).NewImport }));
const UploadPanel = lazy(async () => ({ default: (await import('./upload/UploadPanel')).UploadPanel }));

/** Curve files: look into them, store them, and what became of the earlier ones. */
export function CurveImportPage() {
  const t = useT();
  const { id, features } = useOperation();
  const byMonth = features.includes('monthlyFiles');
  return (
    <Page
      title={t('curveImport.title')}
      subtitle={t('curveImport.subtitle')}
      actions={
        <Button
          component={Link}
          to={`/pmo/operations/${id}/dashboard`}
          variant="outlined"
          color="inherit"
          startIcon={<InsightsOutlined />}
        >
          {t('curveImport.toDashboard')}
        </Button>
      }
    >
      <Suspense fallback={<ChartSkeleton height={270} />}>
        <Stack sx={{ gap: 2 }}>
          <Can permission="curve:import">{byMonth ? <UploadPanel /> : <NewImport />}</Can>
          <Can permission="curve:import">
            <PullPanel />
          </Can>
          <DefinitiveMonths />
          {!byMonth && (
            <Can permission="curve:import">
              <SavedMappings />
            </Can>
          )}
          <Can permission="curve:import">
            <ImportHistory />
          </Can>
        </Stack>
      </Suspense>
    </Page>
  );
}
