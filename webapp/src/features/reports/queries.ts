import { downloadName, type Schemas } from '@openpmo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client';
import { forget } from '../../api/forget';
import { saveBlob } from '../../design/files';

export type ReportLink = Schemas['ReportLink'];

/** What a report is of. */
export type Subject = { kind: 'site'; siteId: string; name: string } | { kind: 'operation'; operationId: string };

const links = '/participants/{participantId}/report/links';
const silent = { meta: { silent: true } } as const;
/** How often a mailing is asked for. */
const again = 1000;

/** Saves the report of a period under the name that the server gives it. */
export const useDownloadReport = (subject: Subject) =>
  useMutation({
    mutationFn: async (period: string) => {
      const { data, response } =
        subject.kind === 'site'
          ? await client.GET('/participants/{participantId}/report', {
              params: { path: { participantId: subject.siteId }, query: { period } },
              parseAs: 'blob',
            })
          : await client.GET('/operations/{operationId}/report', {
              params: { path: { operationId: subject.operationId }, query: { period } },
              parseAs: 'blob',
            });
      if (data) saveBlob(data as unknown as Blob, downloadName(response, `rapport-${period}.pdf`));
    },
  });

/** The links to reports of a site. */
export const useReportLinks = (participantId: string) =>
  api.useQuery('get', links, { params: { path: { participantId } } }, silent);

export function useCreateReportLink() {
  const queries = useQueryClient();
  return api.useMutation('post', links, { onSuccess: () => forget(queries, 'report') });
}

export function useRevokeReportLink() {
  const queries = useQueryClient();
  return api.useMutation('delete', `${links}/{reportLinkId}`, { onSuccess: () => forget(queries, 'report') });
}

/** Mails the report of each site to its contact. */
export function useSendReports() {
  const queries = useQueryClient();
  return api.useMutation('post', '/operations/{operationId}/report/send', {
    onSuccess: () => forget(queries, 'report'),
  });
}

/** What a mailing came to, once it has ended. */
export const useMailing = (jobId: string | undefined) =>
  api.useQuery(
    'get',
    '/jobs/{jobId}',
    { params: { path: { jobId: jobId ?? '' } } },
    {
      ...silent,
      enabled: jobId !== undefined,
      refetchInterval: ({ state }) => (state.data && state.data.status !== 'PENDING' ? false : again),
    },
  );
