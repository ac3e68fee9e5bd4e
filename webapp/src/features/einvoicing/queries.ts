import type { Schemas } from '@openpmo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';

export type Connection = Schemas['EInvoiceConnection'];
export type ConnectionCreation = Schemas['EInvoiceConnectionCreation'];
export type ConnectionUpdate = Schemas['EInvoiceConnectionUpdate'];
export type Transmission = Schemas['Transmission'];
export type Reason = Schemas['TransmissionReason'];
export type Problem = Schemas['CarrierProblem'];
export type DirectoryLine = Schemas['DirectoryLine'];
export type CarrierMessage = Schemas['CarrierMessage'];
export type Issuer = Schemas['BillingEntity'];
export type Client = Schemas['BillableEntity'];

const silent = { meta: { silent: true } } as const;
const base = '/operations/{operationId}/einvoicing';
const invoicesPath = '/operations/{operationId}/billing/invoices';

/** By which platforms the invoices of an operation travel. */
export const useConnections = (operationId: string) =>
  api.useQuery('get', `${base}/connections`, { params: { path: { operationId } } }, silent);

/** What was sent and is to be sent, the newest first; looked at anew while something is on its way. */
export const useTransmissions = (operationId: string, invoiceId?: string) =>
  api.useQuery(
    'get',
    `${base}/transmissions`,
    { params: { path: { operationId }, query: invoiceId ? { invoiceId } : {} } },
    {
      ...silent,
      refetchInterval: ({ state }) =>
        state.data?.some(({ state: at }) => at === 'QUEUED' || at === 'DEPOSITED') ? 10_000 : false,
    },
  );

/** What platforms gave and is of nothing that is known. */
export const useMessages = (operationId: string) =>
  api.useQuery('get', `${base}/messages`, { params: { path: { operationId } } }, silent);

/** Who sells in an operation. */
export const useIssuers = (operationId: string) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/billing/billing-entities',
    { params: { path: { operationId } } },
    silent,
  );

/** Who buys in an operation. */
export const useBuyers = (operationId: string) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/billing/billable-entities',
    { params: { path: { operationId } } },
    silent,
  );

/** Keeps an address of the directory as the one where a client receives its invoices. */
export function useKeepAddress(operationId: string, connectionId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas['DirectoryChoice']) => {
      const path = { operationId, connectionId };
      await client.POST(`${base}/connections/{connectionId}/directory/choice`, { params: { path }, body });
    },
    onSuccess: () => forget(queries, 'billing'),
  });
}

function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => forget(queries, 'einvoicing') });
}

/** Keeps a connection, a new one or over the one that there is. The form shows the failure. */
export function useSaveConnection(operationId: string, connection: Connection | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: ConnectionCreation) => {
      if (!connection)
        return (await client.POST(`${base}/connections`, { params: { path: { operationId } }, body })).data;
      const { billingEntityId: _of, secret, hookKey, kind, directoryUrl, organizationId, peppol, ...told } = body;
      if (kind !== 'AFNOR') {
        const access: ConnectionUpdate = { name: told.name, ...(peppol && { peppol }), ...(secret ? { secret } : {}) };
        const path = { operationId, connectionId: connection.id };
        return (await client.PUT(`${base}/connections/{connectionId}`, { params: { path }, body: access })).data;
      }
      const update: ConnectionUpdate = {
        ...told,
        directoryUrl: directoryUrl || null,
        organizationId: organizationId || null,
        ...(secret ? { secret } : {}),
        ...(hookKey ? { hookKey } : {}),
      };
      const path = { operationId, connectionId: connection.id };
      return (await client.PUT(`${base}/connections/{connectionId}`, { params: { path }, body: update })).data;
    },
    onSuccess: () => forget(queries, 'einvoicing'),
    ...silent,
  });
}

/** Stops a connection, or starts it again. */
export const useSwitchConnection = (operationId: string) =>
  useChange(async ({ id, active }: { id: string; active: boolean }) => {
    const path = { operationId, connectionId: id };
    return (await client.PUT(`${base}/connections/{connectionId}`, { params: { path }, body: { active } })).data;
  });

/** Removes a connection by which nothing was sent. */
export const useDeleteConnection = (operationId: string) =>
  useChange(async (connectionId: string) => {
    await client.DELETE(`${base}/connections/{connectionId}`, { params: { path: { operationId, connectionId } } });
  });

/** Asks the platform whether it knows us. */
export const useTestConnection = (operationId: string) =>
  useChange(async (connectionId: string) => {
    const path = { operationId, connectionId };
    return (await client.POST(`${base}/connections/{connectionId}/test`, { params: { path } })).data;
  });

/** Has the platform asked now for what changed. */
export const useLook = (operationId: string) =>
  useChange(async (connectionId: string) => {
    await client.POST(`${base}/connections/{connectionId}/look`, { params: { path: { operationId, connectionId } } });
  });

/** Sends invoices, or sends them again; what became of each. */
export const useSend = (operationId: string) =>
  useChange(async (invoicesIds: string[]) => {
    const { data } = await client.POST(`${base}/transmissions`, {
      params: { path: { operationId } },
      body: { invoicesIds },
    });
    return data?.results ?? [];
  });

/** Takes back what waits. */
export const useWithdraw = (operationId: string) =>
  useChange(async (transmissionId: string) => {
    await client.POST(`${base}/transmissions/{transmissionId}/withdraw`, {
      params: { path: { operationId, transmissionId } },
    });
  });

/** The addresses of a legal person in the directory of a connection. */
export function useDirectory(operationId: string) {
  return useMutation({
    mutationFn: async ({ connectionId, siren }: { connectionId: string; siren: string }) => {
      const { data } = await client.GET(`${base}/connections/{connectionId}/directory`, {
        params: { path: { operationId, connectionId }, query: { siren } },
      });
      return data ?? [];
    },
    ...silent,
  });
}

/**
 * Takes a refused invoice back by a credit note and has its days billed again, up to its last one: what
 * comes of it is a draft.
 */
export function useReissue(operationId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ invoiceId, reason }: { invoiceId: string; reason: string }) => {
      const path = { operationId };
      const { data: invoice } = await client.GET(`${invoicesPath}/{invoiceId}`, {
        params: { path: { operationId, invoiceId } },
      });
      const { data: cancelled } = await client.POST(`${invoicesPath}/cancel`, {
        params: { path },
        body: { ids: [invoiceId], reason },
      });
      const refused = cancelled?.results[0]?.problem;
      if (refused || !invoice) return { refused };
      await client.POST('/operations/{operationId}/billing/run', {
        params: { path },
        body: { billUpTo: invoice.periodEnd, mode: 'ASYNC' },
      });
      return { refused: undefined };
    },
    onSettled: () => {
      forget(queries, 'billing');
      forget(queries, 'einvoicing');
    },
    ...silent,
  });
}
