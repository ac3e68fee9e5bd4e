import type { QueryClient } from '@tanstack/react-query';
import { ownSitesQuery, useOperation } from '../../../api/operations';
import { useSession } from '../../../api/session';
import { useOwnSites } from '../queries';
import type { Participant } from '../viewpoint/viewpoint';
import { balanceQuery, monthIn } from './queries';

/** The one of a participant's sites that is looked at: the one asked for, or the producer of the address, else its first consumer. */
const lookedAt = (own: readonly Participant[], asked: string | null | undefined, producerId: string | undefined) =>
  own.find(({ id }) => id === asked) ??
  own.find(({ id }) => id === producerId) ??
  own.find(({ energyType }) => energyType === 'consumer') ??
  own[0];

const sitesHere = (all: readonly { participant: Participant }[], operationId: string) =>
  all.flatMap(({ participant }): Participant[] => (participant.operationId === operationId ? [participant] : []));

/** Asks for the month of the site that will be looked at. */
export async function askOwnBalance(
  queries: QueryClient,
  { id: operationId }: { id: string },
  { site: asked, producerId, month }: { site?: string; producerId?: string; month?: string },
) {
  const site = lookedAt(sitesHere(await queries.fetchQuery(ownSitesQuery()), operationId), asked, producerId);
  if (site) await queries.prefetchQuery(balanceQuery(site.id, monthIn(month ?? null)));
}

/** The participant's sites in the operation, and the one that is looked at. */
export function useOwnSitesHere(asked: string | null, producerId: string | undefined) {
  const { role } = useSession();
  const { id: operationId } = useOperation();
  const state = useOwnSites(role);
  const own = sitesHere(state.data ?? [], operationId);
  return { state, own, site: lookedAt(own, asked, producerId) };
}
