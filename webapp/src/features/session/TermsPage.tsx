import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Link as RouterLink, useSearchParams } from 'react-router';
import { useSession } from '../../api/session';
import { ErrorPanel } from '../../design/ErrorPanel';
import { Page } from '../../design/Page';
import { RowsSkeleton } from '../../design/Skeletons';
import { useTerms, useTermsAcceptances } from './queries';
import { TermsText } from './TermsText';

/** The terms of use in force, and the versions that one accepted, to read again. */
export function TermsPage() {
  const t = useT();
  const [params] = useSearchParams();
  const terms = useTerms(params.get('version') ?? undefined);
  const { hasAcceptedCgu } = useSession();
  return (
    <Page title={t('session.terms.title')} subtitle={hasAcceptedCgu ? t('session.terms.accepted') : undefined}>
      <Acceptances shown={terms.data?.version} />
      <Card sx={{ p: { xs: 2, md: 3 } }}>
        {terms.isPending && <RowsSkeleton />}
        {terms.isError && <ErrorPanel error={terms.error} onRetry={() => terms.refetch()} />}
        {terms.data && <TermsText terms={terms.data} />}
      </Card>
    </Page>
  );
}

function Acceptances({ shown }: { shown: string | undefined }) {
  const t = useT();
  const formats = useFormats();
  const accepted = useTermsAcceptances(useSession().id);
  if (!accepted.data?.length) return null;
  return (
    <Box component="section" aria-label={t('myAccount.terms.versions')} sx={{ mb: 2 }}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {accepted.data.map(({ version, acceptedAt }) => {
          const text = t('myAccount.terms.accepted', { version, instant: formats.instant(acceptedAt) });
          return (
            <li key={version}>
              {version === shown ? (
                <Typography>{text}</Typography>
              ) : (
                <Link component={RouterLink} to={`/pmo/terms?version=${encodeURIComponent(version)}`}>
                  {text}
                </Link>
              )}
            </li>
          );
        })}
      </Box>
    </Box>
  );
}
