import { useT } from '@openpmo/ui/i18n/context';
import { useSession } from '../../api/session';
import { notify } from '../../design/snackbars';
import { InvitationsDialog } from './InvitationsDialog';
import { useAnswerMemberInvitation, useMemberInvitations } from './queriesInvitations';

/** Operations that this account is invited to run or to observe: each is accepted, refused, or left for later. */
export function MemberInvitations() {
  const t = useT();
  const { id: userId } = useSession();
  const { data: invitations } = useMemberInvitations(userId);
  const answer = useAnswerMemberInvitation(userId);
  return (
    <InvitationsDialog
      title={t('accounts.memberInvitations.title')}
      intro={t('accounts.memberInvitations.intro')}
      pending={answer.isPending}
      proposed={(invitations ?? []).map((one) => ({
        id: one.id,
        name: one.operationName,
        from: one.pmoName || one.operationName,
        operation: one.operationName,
        at: one.invitedAt,
        more: t('accounts.memberInvitations.as', { capacity: t(`enums.MemberCapacity.${one.capacity}`) }),
      }))}
      onAnswer={(one, agreed) =>
        answer.mutate(
          { invitationId: one.id, agreed },
          {
            onSuccess: () =>
              notify(t(`accounts.memberInvitations.${agreed ? 'accepted' : 'declined'}`, { operation: one.name })),
          },
        )
      }
    />
  );
}
