import { lazy, Suspense } from 'react';
import { RowsSkeleton } from '../design/Skeletons';
import { loadPage } from './screens';

const Setup = lazy(async () => ({ default: await loadPage('ServerSetup') }));

/** What comes first where there is no operation yet, in the place of the list of operations. */
export function FirstSteps() {
  return (
    <Suspense fallback={<RowsSkeleton rows={6} />}>
      <Setup />
    </Suspense>
  );
}
