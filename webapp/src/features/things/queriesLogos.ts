import type { Schemas } from '@openpmo/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client';
import { forget } from '../../api/forget';

export type Issuer = Schemas['BillingEntity'];

const logoPath = '/operations/{operationId}/billing/billing-entities/{entityId}/logo';
const of = ({ operationId, id }: Issuer) => ({ path: { operationId, entityId: id } });

/** The logo of an issuer, as an address within the page; absent where it has none. */
export function useIssuerLogo(issuer: Issuer): string | undefined {
  const { data } = useQuery({
    queryKey: ['get', logoPath, issuer.id, issuer.billingLogo],
    queryFn: async () => {
      const { data: picture } = await client.GET(logoPath, { params: of(issuer), parseAs: 'blob' });
      return picture ? URL.createObjectURL(picture as Blob) : null;
    },
    enabled: issuer.billingLogo !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
  return issuer.billingLogo === undefined ? undefined : (data ?? undefined);
}

/** Sets the logo of an issuer; invoices that are published keep theirs. */
export function useUploadIssuerLogo(issuer: Issuer) {
  const queries = useQueryClient();
  return useMutation({
    meta: { silent: true },
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.append('file', file);
      await client.POST(logoPath, { params: of(issuer), body: { file: '' }, bodySerializer: () => form });
    },
    onSuccess: () => forget(queries, 'billing', logoPath),
  });
}

/** Takes the logo of an issuer away. */
export function useRemoveIssuerLogo(issuer: Issuer) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await client.DELETE(logoPath, { params: of(issuer) });
    },
    onSuccess: () => forget(queries, 'billing', logoPath),
  });
}
