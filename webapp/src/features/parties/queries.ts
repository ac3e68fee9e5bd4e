import type { Schemas } from '@openpmo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';
import { creationOf, type Party, type Side, type Site, updateOf } from './parties';
import type { PartyForm } from './schema';

const issuersPath = '/operations/{operationId}/billing/billing-entities';
const clientsPath = '/operations/{operationId}/billing/billable-entities';
const sitesPath = '/operations/{operationId}/participants';
const silent = { meta: { silent: true } } as const;
const of = (operationId: string) => ({ params: { path: { operationId } } });

/** The issuers of an operation, by name. */
export const useIssuers = (operationId: string, enabled = true) =>
  api.useQuery('get', issuersPath, of(operationId), { ...silent, enabled });

/** The clients of an operation, by name. */
export const useClients = (operationId: string, enabled = true) =>
  api.useQuery('get', clientsPath, of(operationId), { ...silent, enabled });

/** Every site of an operation, whatever its dates. */
export const useSites = (operationId: string) => api.useQuery('get', sitesPath, of(operationId), silent);

/** Adds a party, or changes the stored one. */
export function useSaveParty(operationId: string, side: Side, stored: Party | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (form: PartyForm) => (stored ? change(operationId, side, stored, form) : add(operationId, side, form)),
    onSuccess: () => forget(queries, 'billing'),
    ...silent,
  });
}

/** How many sites one call takes. */
const sitesAtOnce = 500;

/** Makes a client of each site, of what is known of it; names the sites that the server refused. */
export function useMakeClients({ id }: { id: string }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (sites: readonly Site[]) => {
      const refused: string[] = [];
      for (let from = 0; from < sites.length; from += sitesAtOnce) {
        const body = { consumerIds: sites.slice(from, from + sitesAtOnce).map((site) => site.id) };
        const { data } = await client.POST(`${clientsPath}/multiple`, { params: { path: { operationId: id } }, body });
        const failed = new Set(data?.results.filter(({ status }) => status === 'FAILURE').map((result) => result.id));
        refused.push(...sites.filter((site) => failed.has(site.id)).map((site) => site.name));
      }
      return { refused };
    },
    onSettled: () => forget(queries, 'billing'),
  });
}

async function add(operationId: string, side: Side, form: PartyForm): Promise<Party | undefined> {
  const params = { path: { operationId } };
  // The model leaves the other side's fields out; the server checks every body by its schema.
  const body = creationOf(side, form) as Schemas['BillingEntityCreation'] & Schemas['BillableEntityCreation'];
  if (side === 'issuer') return (await client.POST(issuersPath, { params, body })).data;
  return (await client.POST(clientsPath, { params, body })).data;
}

async function change(operationId: string, side: Side, stored: Party, form: PartyForm): Promise<Party | undefined> {
  const params = { path: { operationId, entityId: stored.id } };
  const body = updateOf(side, form, stored) as Schemas['BillingEntityUpdate'] & Schemas['BillableEntityUpdate'];
  if (side === 'issuer') return (await client.PUT(`${issuersPath}/{entityId}`, { params, body })).data;
  return (await client.PUT(`${clientsPath}/{entityId}`, { params, body })).data;
}
