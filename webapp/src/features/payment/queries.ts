import type { Schemas } from '@openpmo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';
import type { CreditorForm, MandateForm } from './schema';

export type Creditor = Schemas['Creditor'];
export type Mandate = Schemas['Mandate'];
export type Issuer = Schemas['BillingEntity'];
export type Report = Schemas['MandateImportReport'];

const silent = { meta: { silent: true } } as const;

/** The issuers of an operation, by name. */
export const useIssuers = (operationId: string) =>
  api.useQuery(
    'get',
    '/operations/{operationId}/billing/billing-entities',
    { params: { path: { operationId } } },
    silent,
  );

/** The sites of an operation, by name. */
export const useSites = (operationId: string) =>
  api.useQuery('get', '/operations/{operationId}/participants', { params: { path: { operationId } } }, silent);

/** How many issuers one call takes. */
const issuersAtOnce = 100;

/** The creditors of some issuers; those beyond the hundredth have pages of their own. */
export const useCreditors = (issuers: readonly Issuer[] | undefined) =>
  api.useQuery(
    'get',
    '/payments/creditors/by-billing-entities',
    { params: { query: { billingEntityIds: (issuers ?? []).slice(0, issuersAtOnce).map(({ id }) => id) } } },
    { ...silent, enabled: (issuers?.length ?? 0) > 0 },
  );

/** The mandates of a creditor, by debtor. */
export const useMandates = (creditorId: string | undefined) =>
  api.useQuery(
    'get',
    '/payments/mandates/by-creditor/{creditorId}',
    { params: { path: { creditorId: creditorId ?? '' } } },
    { ...silent, enabled: creditorId !== undefined },
  );

function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => forget(queries, 'payment'), ...silent });
}

const orNull = (text: string) => text || null;

/** Adds the creditor of an issuer, or changes it. */
export const useSaveCreditor = (issuer: Issuer, stored: Creditor | undefined) =>
  useChange(async ({ bic, bankReconciliationId, ...form }: CreditorForm) => {
    const body = { ...form, bic: orNull(bic), bankReconciliationId: orNull(bankReconciliationId) };
    if (stored) {
      const path = { creditorId: stored.id };
      return (await client.PUT('/payments/creditors/{creditorId}', { params: { path }, body })).data;
    }
    const path = { entityId: issuer.id };
    return (
      await client.POST('/payments/creditors/by-billing-entities/{entityId}', {
        params: { path },
        body: { ...form, ...(bic && { bic }), ...(bankReconciliationId && { bankReconciliationId }) },
      })
    ).data;
  });

/** Adds a mandate to a creditor, or amends it. */
export const useSaveMandate = (creditor: Creditor, stored: Mandate | undefined) =>
  useChange(async (form: MandateForm) => {
    const { debtorName, iban, bic, bankReconciliationId } = form;
    if (stored) {
      return (
        await client.PUT('/payments/mandates/{paymentMandateId}', {
          params: { path: { paymentMandateId: stored.id } },
          body: {
            debtorName,
            iban,
            bic: orNull(bic),
            bankReconciliationId: orNull(bankReconciliationId),
            revokedOn: form.revokedOn ?? null,
          },
        })
      ).data;
    }
    const { participantId, mandateId, scheme, signatureDate } = form;
    return (
      await client.POST('/payments/mandates/by-billing-entity/{entityId}', {
        params: { path: { entityId: creditor.billingEntityId } },
        body: {
          participantId,
          mandateId,
          debtorName,
          iban,
          scheme,
          signatureDate,
          ...(bic && { bic }),
          ...(bankReconciliationId && { bankReconciliationId }),
        },
      })
    ).data;
  });

/** Where a list to be filled comes from. */
export const mandateTemplate = (issuerId: string): string =>
  `/api/payments/mandates/import/by-billing-entity/${issuerId}/template`;

const sendList = async (entityId: string, file: File, dryRun: boolean) => {
  const form = new FormData();
  form.append('file', file);
  const { data } = await client.POST('/payments/mandates/import/by-billing-entity/{entityId}/file', {
    params: { path: { entityId }, query: { dryRun } },
    body: { file: '' },
    bodySerializer: () => form,
  });
  return data;
};

/** Says what each line of a file would do, and keeps none. */
export const useCheckMandates = (entityId: string) =>
  useMutation({ mutationFn: (file: File) => sendList(entityId, file, true), ...silent });

/** Keeps the mandates of all lines of a file, or of none. */
export const useImportMandates = (entityId: string) => useChange((file: File) => sendList(entityId, file, false));
