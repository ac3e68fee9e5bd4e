import { thingPath } from '../../api/addresses';
import type { OwnJob } from './queries';

/** Where it is read what a job does or did; its operation where its kind has no page. */
export function jobPath({ kind, id, operationId }: Pick<OwnJob, 'kind' | 'id' | 'operationId'>): string {
  switch (kind) {
    case 'curveImport':
      return thingPath(operationId, 'import', id);
    case 'billRun':
      return thingPath(operationId, 'run', id);
    case 'keyReplay':
      return `/pmo/operations/${operationId}/productionDistribution`;
    default:
      return `/pmo/operations/${operationId}`;
  }
}

const words = {
  curveImport: 'jobs.kind.curveImport',
  billRun: 'jobs.kind.billRun',
  keyReplay: 'jobs.kind.keyReplay',
} as const;

/** What a job is called; the server may know kinds that this screen does not. */
export const jobWords = (kind: string) => words[kind as keyof typeof words] ?? ('jobs.kind.other' as const);
