import { lazy, Suspense } from 'react';
import { useSession } from '../api/session';
import { loadPage } from './screens';

const Sites = lazy(async () => ({ default: await loadPage('SiteInvitations') }));
const Places = lazy(async () => ({ default: await loadPage('MemberInvitations') }));

/** What is proposed to an account, asked about at the next sign-in: sites, or operations to run or observe. */
export function OwnInvitations() {
  const { role, viewing } = useSession();
  if (role === 'admin' || viewing) return null;
  return <Suspense fallback={null}>{role === 'participant' ? <Sites /> : <Places />}</Suspense>;
}
