import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useOperations } from '../../api/operations';
import { useSession } from '../../api/session';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { Page } from '../../design/Page';
import { PageSkeleton } from '../../design/Skeletons';
import { SupportContact } from '../../design/SupportContact';

interface HomePageProps {
  /** The list of several operations. */
  operations?: ReactNode;
  /** What comes before the first operation. */
  firstSteps?: ReactNode;
}

/** The operations of the signed-in person; a single one opens at once. */
export function HomePage({ operations, firstSteps }: HomePageProps) {
  const t = useT();
  const query = useOperations(useSession());
  if (query.isPending) return <PageSkeleton />;
  if (query.isError) {
    return (
      <Page title={t('home.title')}>
        <ErrorPanel error={query.error} onRetry={() => query.refetch()} />
      </Page>
    );
  }
  const [only, ...others] = query.data;
  if (!only) return <NoOperation firstSteps={firstSteps} />;
  return others.length === 0 ? <Navigate to={`/pmo/operations/${only.id}`} replace /> : operations;
}

/** What comes first, and whom to ask. */
function NoOperation({ firstSteps }: { firstSteps: ReactNode }) {
  const t = useT();
  const { role } = useSession();
  return (
    <Page title={t('home.title')}>
      {role === 'organizer' || role === 'admin' ? (
        firstSteps
      ) : (
        <Card>
          <EmptyState
            kind="none"
            title={t('home.empty.title')}
            advice={
              <>
                <Typography component="p">{t(`home.empty.${role}`)}</Typography>
                <SupportContact />
              </>
            }
          />
        </Card>
      )}
    </Page>
  );
}
