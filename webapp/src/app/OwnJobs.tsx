import { useCan } from '../api/session';
import { JobTray } from '../features/jobs/JobTray';

/** The tray of running work, for who may set work going. */
export function OwnJobs() {
  const can = useCan();
  if (!can('curve:import') && !can('run:run')) return null;
  return <JobTray />;
}
