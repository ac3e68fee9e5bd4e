import { useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../api/operations';
import { ErrorPanel } from '../../design/ErrorPanel';
import { Page } from '../../design/Page';
import { PageSkeleton } from '../../design/Skeletons';
import { Library } from './Library';
import { useDocuments } from './queries';

/** What is shared with the sites of a participant (specification section 6). */
export function MyDocumentsPage() {
  const t = useT();
  const operation = useOperation();
  const documents = useDocuments(operation.id);
  if (documents.isPending) return <PageSkeleton />;
  return (
    <Page title={t('documents.own.title')} subtitle={t('documents.own.subtitle')}>
      {documents.data ? (
        <Library operationId={operation.id} docs={documents.data} own />
      ) : (
        <ErrorPanel error={documents.error} onRetry={() => documents.refetch()} />
      )}
    </Page>
  );
}
