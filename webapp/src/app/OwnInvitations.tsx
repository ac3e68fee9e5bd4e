import { lazy, Suspense } from 'react';
import { useSession } from '../api/session';
import { loadPage } from './screens';

const Dialog = lazy(async () => ({ default: await loadPage('SiteInvitations') }));

/** The sites that are proposed to a participant, asked about at the next sign-in. */
export function OwnInvitations() {
  const { role } = useSession();
  if (role !== 'participant') return null;
  return (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  );
}
