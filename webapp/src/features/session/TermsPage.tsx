import Card from '@mui/material/Card';
import { useT } from '@openpmo/ui/i18n/context';
import { useSession } from '../../api/session';
import { ErrorPanel } from '../../design/ErrorPanel';
import { Page } from '../../design/Page';
import { RowsSkeleton } from '../../design/Skeletons';
import { useTerms } from './queries';
import { TermsText } from './TermsText';

/** The terms of use in force, to read again. */
export function TermsPage() {
  const t = useT();
  const terms = useTerms();
  const { hasAcceptedCgu } = useSession();
  return (
    <Page title={t('session.terms.title')} subtitle={hasAcceptedCgu ? t('session.terms.accepted') : undefined}>
      <Card sx={{ p: { xs: 2, md: 3 } }}>
        {terms.isPending && <RowsSkeleton />}
        {terms.isError && <ErrorPanel error={terms.error} onRetry={() => terms.refetch()} />}
        {terms.data && <TermsText terms={terms.data} />}
      </Card>
    </Page>
  );
}
