import { lazy, Suspense } from 'react';
import { useSession } from '../api/session';
import { useInvitations, useMemberInvitations } from '../features/account/queriesInvitations';
import { loadPage } from './screens';

const Sites = lazy(async () => ({ default: await loadPage('SiteInvitations') }));
const Places = lazy(async () => ({ default: await loadPage('MemberInvitations') }));

/**
 * What is proposed to an account, asked about at the next sign-in: sites, or operations to run or
 * observe. Few have any: what asks about them comes with the first.
 */
export function OwnInvitations() {
  const { id, role, viewing } = useSession();
  if (role === 'admin' || viewing) return null;
  return role === 'participant' ? <ProposedSites userId={id} /> : <ProposedPlaces userId={id} />;
}

function ProposedSites({ userId }: { userId: string }) {
  const { data } = useInvitations(userId);
  return data?.length ? (
    <Suspense fallback={null}>
      <Sites />
    </Suspense>
  ) : null;
}

function ProposedPlaces({ userId }: { userId: string }) {
  const { data } = useMemberInvitations(userId);
  return data?.length ? (
    <Suspense fallback={null}>
      <Places />
    </Suspense>
  ) : null;
}
