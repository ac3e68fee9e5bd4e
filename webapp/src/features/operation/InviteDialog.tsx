import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '../../design/FormDialog';
import { FormSelect, FormText } from '../../design/FormFields';
import { FormSummary } from '../../design/FormSummary';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { useInviteMember } from './queriesTeam';

const capacities = ['organizer', 'accountant', 'reader', 'observer'] as const;
const schema = z.object({ email: z.string().trim().min(1, 'team.emailWanted'), capacity: z.enum(capacities) });
type Invitation = z.infer<typeof schema>;

/** Whom to invite, and as what. */
export function InviteDialog({ operationId, onClose }: { operationId: string; onClose: () => void }) {
  const t = useT();
  const words = useErrorText();
  const invite = useInviteMember();
  const { control, formState, handleSubmit, setError, watch } = useForm<Invitation>({
    resolver: zodResolver(schema),
    mode: 'onSubmit',
    defaultValues: { email: '', capacity: 'reader' },
  });
  const save = handleSubmit((body) =>
    invite.mutate(
      { params: { path: { operationId } }, body },
      {
        onSuccess: () => {
          notify(t('team.invited', { email: body.email }), { variant: 'success' });
          onClose();
        },
        onError: (error) => setError('root', { message: words(error) }),
      },
    ),
  );
  return (
    <FormDialog
      title={t('team.inviteTitle')}
      confirmLabel={t('team.inviteConfirm')}
      pending={invite.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      {formState.isSubmitted && <FormSummary errors={formState.errors} />}
      <Typography color="textSecondary">{t('team.inviteHint')}</Typography>
      <FormText control={control} name="email" label={t('team.email')} required />
      <FormSelect
        control={control}
        name="capacity"
        label={t('team.capacity')}
        hint={t(`team.means.${watch('capacity')}`)}
        options={capacities.map((value) => ({ value, label: t(`enums.MemberCapacity.${value}`) }))}
      />
    </FormDialog>
  );
}
