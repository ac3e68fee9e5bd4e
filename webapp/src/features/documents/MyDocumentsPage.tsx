import { useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../api/operations';
import { ErrorPanel } from '../../design/ErrorPanel';
import { Page } from '../../design/Page';
import { PageSkeleton } from '../../design/Skeletons';
import { useOwnSitesHere } from '../dashboard/own/useOwnSitesHere';
import { OwnPapers } from '../papers/OwnPapers';
import { Library } from './Library';
import { useDocuments } from './queries';

/** The papers of the sites of a participant, and what is shared with them (specification section 6). */
export function MyDocumentsPage() {
  const t = useT();
  const operation = useOperation();
  const documents = useDocuments(operation.id);
  const { own } = useOwnSitesHere(null, undefined);
  if (documents.isPending) return <PageSkeleton />;
  return (
    <Page title={t('documents.own.title')} subtitle={t('documents.own.subtitle')}>
      {own.map((site) => (
        <OwnPapers key={site.id} site={site} named={own.length > 1} />
      ))}
      {documents.data ? (
        <Library operationId={operation.id} docs={documents.data} own />
      ) : (
        <ErrorPanel error={documents.error} onRetry={() => documents.refetch()} />
      )}
    </Page>
  );
}
