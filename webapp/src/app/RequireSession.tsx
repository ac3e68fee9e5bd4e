import { asApiError } from '@openpmo/sdk';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { mustAcceptTerms, withRedirect } from '../api/redirect';
import { sessionQuery } from '../api/session';
import { PageSkeleton } from '../design/Skeletons';
import { TermsDialog } from '../features/session/TermsDialog';
import { OwnInvitations } from './OwnInvitations';
import { loadPage } from './screens';

const SecondFactorDue = lazy(async () => ({ default: await loadPage('SecondFactorDue') }));

/** The order of specification section 4: signed in, then own password, then terms, then the page; a second factor that must be is asked for before the page. */
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
  if (session.secondFactorDue)
    return (
      <Suspense fallback={<PageSkeleton />}>
        <SecondFactorDue />
      </Suspense>
    );
  return (
    <>
      <Outlet />
      <OwnInvitations />
    </>
  );
}
