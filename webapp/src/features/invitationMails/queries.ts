import type { Schemas } from '@openpmo/sdk';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';

export type InvitationMail = Schemas['InvitationMail'];

/** What the mails are about: a site, or somebody of the team of an operation. */
export type Invited = { participantId: string } | { operationId: string; memberId: string };

const asked = async (of: Invited): Promise<InvitationMail[]> => {
  const { data } =
    'participantId' in of
      ? await client.GET('/participants/{participantId}/invitation-mails', { params: { path: of } })
      : await client.GET('/operations/{operationId}/members/{memberId}/invitation-mails', { params: { path: of } });
  return data ?? [];
};

/** The journal of what was mailed, asked anew each time it is opened. */
export const useInvitationMails = (of: Invited) =>
  useQuery({
    queryKey: ['invitation-mails', of],
    queryFn: () => asked(of),
    staleTime: 0,
    gcTime: 0,
    meta: { silent: true },
  });
