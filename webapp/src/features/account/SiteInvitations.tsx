import { useT } from '@openpmo/ui/i18n/context';
import { useSession } from '../../api/session';
import { notify } from '../../design/snackbars';
import { InvitationsDialog } from './InvitationsDialog';
import { useAnswerInvitation, useInvitations } from './queriesInvitations';

/** Sites that organizers propose to this account: each is accepted, refused, or left for later. */
export function SiteInvitations() {
  const t = useT();
  const { id: userId } = useSession();
  const { data: invitations } = useInvitations(userId);
  const answer = useAnswerInvitation(userId);
  return (
    <InvitationsDialog
      title={t('accounts.invitations.title')}
      intro={t('accounts.invitations.intro')}
      pending={answer.isPending}
      proposed={(invitations ?? []).map((one) => ({
        id: one.id,
        name: one.participantName,
        from: one.pmoName || one.operationName,
        operation: one.operationName,
        at: one.invitedAt,
      }))}
      onAnswer={(one, agreed) =>
        answer.mutate(
          { invitationId: one.id, agreed },
          {
            onSuccess: () => notify(t(`accounts.invitations.${agreed ? 'accepted' : 'declined'}`, { site: one.name })),
          },
        )
      }
    />
  );
}
