import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../../../api/operations';
import { FormDialog } from '../../../../design/FormDialog';
import { FormText } from '../../../../design/FormFields';
import { notify } from '../../../../design/snackbars';
import { type Config, type EditedKey, keyBody } from '../key';
import { ProblemList } from '../ProblemList';
import { useCreateConfig } from '../queries';
import { type DraftForm, draftSchema } from './schema';

interface DraftDialogProps {
  edited: EditedKey;
  /** '' = all year. */
  season?: string;
  /** The first day that it is meant for. */
  effectiveDate?: string | undefined;
  title: string;
  /** What the name is at first. */
  name?: string;
  onMade: (draft: Config) => void;
  onClose: () => void;
}

/** Keeps a key as a draft under a name. */
export function DraftDialog({
  edited,
  season = '',
  effectiveDate,
  title,
  name = '',
  onMade,
  onClose,
}: DraftDialogProps) {
  const t = useT();
  const create = useCreateConfig(useOperation().id);
  const { control, handleSubmit } = useForm<DraftForm>({
    resolver: zodResolver(draftSchema),
    mode: 'onSubmit',
    defaultValues: { name },
  });
  const keep = (form: DraftForm) =>
    create.mutate(
      {
        body: {
          ...keyBody(edited),
          draft: true,
          name: form.name,
          ...(season ? { season } : {}),
          ...(effectiveDate ? { effectiveDate } : {}),
        },
      },
      {
        onSuccess: (draft) => {
          notify(t('allocation.save.draftKept'));
          onClose();
          if (draft) onMade(draft);
        },
      },
    );
  return (
    <FormDialog
      title={title}
      confirmLabel={t('allocation.save.asDraft')}
      pending={create.isPending}
      onSubmit={handleSubmit(keep)}
      onClose={onClose}
    >
      <Typography>{t('allocation.draft.newText')}</Typography>
      <FormText control={control} name="name" label={t('allocation.draft.name')} required autoFocus />
      <ProblemList error={create.error} />
    </FormDialog>
  );
}
