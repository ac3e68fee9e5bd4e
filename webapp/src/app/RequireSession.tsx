import { asApiError } from '@openpmo/sdk';
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from 'react-router';
import { mustAcceptTerms, withRedirect } from '../api/redirect';
import { sessionQuery } from '../api/session';
import { PageSkeleton } from '../design/Skeletons';
import { TermsDialog } from '../features/session/TermsDialog';
import { OwnInvitations } from './OwnInvitations';

/** The order of specification section 4: signed in, then own password, then terms, then the page. */
export function RequireSession() {
  const location = useLocation();
  const { data: session, error, isPending } = useQuery(sessionQuery());
  if (isPending) return <PageSkeleton />;
  if (!session) {
    if (asApiError(error)?.status !== 401) throw error;
    return <Navigate to={withRedirect('/login', location)} replace />;
  }
  if (!session.initialized) return <Navigate to="/initAccount" replace />;
  if (mustAcceptTerms(session)) return <TermsDialog session={session} />;
  return (
    <>
      <Outlet />
      <OwnInvitations />
    </>
  );
}
