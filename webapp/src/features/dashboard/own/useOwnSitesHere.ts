import { useOperation } from '../../../api/operations';
import { useSession } from '../../../api/session';
import { useOwnSites } from '../queries';
import type { Participant } from '../viewpoint/viewpoint';

/** The participant's sites in the operation, and the one that is looked at: the one asked for, or the producer of the address, else its first consumer. */
export function useOwnSitesHere(asked: string | null, producerId: string | undefined) {
  const { role } = useSession();
  const { id: operationId } = useOperation();
  const state = useOwnSites(role);
  const own = (state.data ?? []).flatMap(({ participant }): Participant[] =>
    participant.operationId === operationId ? [participant] : [],
  );
  const site =
    own.find(({ id }) => id === asked) ??
    own.find(({ id }) => id === producerId) ??
    own.find(({ energyType }) => energyType === 'consumer') ??
    own[0];
  return { state, own, site };
}
