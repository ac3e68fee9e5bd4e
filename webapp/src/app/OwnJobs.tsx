import { lazy, Suspense } from 'react';
import { useCan } from '../api/session';
import { loadPage } from './screens';

const Tray = lazy(async () => ({ default: await loadPage('JobTray') }));

/** The tray of running work, for who may set work going. */
export function OwnJobs() {
  const can = useCan();
  if (!can('curve:import') && !can('run:run')) return null;
  return (
    <Suspense fallback={null}>
      <Tray />
    </Suspense>
  );
}
