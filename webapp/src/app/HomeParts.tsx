import { lazy, Suspense, useState } from 'react';
import { PageSkeleton, RowsSkeleton } from '../design/Skeletons';
import { loadedPage, loadPage } from './screens';

const Setup = lazy(async () => ({ default: await loadPage('ServerSetup') }));
const Operations = lazy(async () => ({ default: await loadPage('OperationsPage') }));

/** What comes first where there is no operation yet. */
export function FirstSteps() {
  return (
    <Suspense fallback={<RowsSkeleton rows={6} />}>
      <Setup />
    </Suspense>
  );
}

/** The list of several operations; who has one alone, as most participants, never loads it. */
export function SeveralOperations() {
  // Kept as it was first drawn: another component in its place would begin anew.
  const [Loaded] = useState(() => loadedPage('OperationsPage'));
  if (Loaded) return <Loaded />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Operations />
    </Suspense>
  );
}
