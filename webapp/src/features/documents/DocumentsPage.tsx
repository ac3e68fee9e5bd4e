import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import DrawOutlined from '@mui/icons-material/DrawOutlined';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { Can } from '../../design/Can';
import { ErrorPanel } from '../../design/ErrorPanel';
import { Page } from '../../design/Page';
import { PageSkeleton, RowsSkeleton } from '../../design/Skeletons';
import { Library } from './Library';
import { useDocuments } from './queries';

const PapersPanel = lazy(() => import('../papers/PapersPanel').then((part) => ({ default: part.PapersPanel })));
const TrashList = lazy(() => import('./trash/TrashList').then((part) => ({ default: part.TrashList })));

/** Folders and documents of an operation, and the trash (specification section 2). */
export function DocumentsPage() {
  const t = useT();
  const operation = useOperation();
  const can = useCan();
  const [params] = useSearchParams();
  const documents = useDocuments(operation.id);
  if (params.has('trash')) {
    return (
      <Suspense fallback={<RowsSkeleton height={56} />}>
        <TrashList operationId={operation.id} docs={documents.data ?? []} />
      </Suspense>
    );
  }
  if (params.has('papers') && can('paper:read')) {
    return (
      <Suspense fallback={<RowsSkeleton height={64} />}>
        <PapersPanel />
      </Suspense>
    );
  }
  if (documents.isPending) return <PageSkeleton />;
  const count = documents.data?.filter(({ kind }) => kind === 'DOCUMENT').length ?? 0;
  return (
    <Page
      title={t('documents.title')}
      subtitle={documents.data && t('documents.subtitle', { smart_count: count })}
      actions={
        <>
          <Can permission="paper:read">
            <Button color="inherit" startIcon={<DrawOutlined />} component={Link} to="?papers=1">
              {t('documents.papers')}
            </Button>
          </Can>
          <Can permission="deleteDocument:view">
            <Button color="inherit" startIcon={<DeleteOutlined />} component={Link} to="?trash=1">
              {t('documents.trash')}
            </Button>
          </Can>
        </>
      }
    >
      {documents.data ? (
        <Library operationId={operation.id} docs={documents.data} />
      ) : (
        <ErrorPanel error={documents.error} onRetry={() => documents.refetch()} />
      )}
    </Page>
  );
}
