import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { FirstQuestions } from '../../api/firstQuestions';
import { type Operation, useOperation } from '../../api/operations';
import { holdsIn } from '../../api/session';
import { Can } from '../../design/Can';
import { Page } from '../../design/Page';
import { ChartSkeleton } from '../../design/Skeletons';
import { DefinitiveMonths } from './definitive/DefinitiveMonths';
import { ImportHistory } from './ImportHistory';
import { SavedMappings } from './mappings/SavedMappings';
import { PullPanel } from './pull/PullPanel';
import { askImports } from './queries';

// An operation has one of the two.
const loadNewImport = async () => ({ default: (await import('./newImport/NewImport')).NewImport });
const loadUploadPanel = async () => ({ default: (await import('./upload/UploadPanel')).UploadPanel });
const NewImport = lazy(loadNewImport);
const UploadPanel = lazy(loadUploadPanel);

const byMonth = ({ features }: Pick<Operation, 'features'>) => features.includes('monthlyFiles');

/** The earlier imports, and the part that new ones are brought with. */
export const askFirst: FirstQuestions = async (queries, operation) => {
  if (!holdsIn(queries, operation, 'curve:import')) return;
  await Promise.all([askImports(queries, operation), byMonth(operation) ? loadUploadPanel() : loadNewImport()]);
};

/** Curve files: look into them, store them, and what became of the earlier ones. */
export function CurveImportPage() {
  const t = useT();
  const operation = useOperation();
  const monthly = byMonth(operation);
  return (
    <Page
      title={t('curveImport.title')}
      subtitle={t('curveImport.subtitle')}
      actions={
        <Button
          component={Link}
          to={`/pmo/operations/${operation.id}/dashboard`}
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
          <Can permission="curve:import">{monthly ? <UploadPanel /> : <NewImport />}</Can>
          <Can permission="curve:import">
            <PullPanel />
          </Can>
          <DefinitiveMonths />
          {!monthly && (
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
