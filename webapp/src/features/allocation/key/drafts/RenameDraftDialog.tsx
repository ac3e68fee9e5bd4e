import { zodResolver } from '@hookform/resolvers/zod';
import { useT } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../../../api/operations';
import { FormDialog } from '../../../../design/FormDialog';
import { FormText } from '../../../../design/FormFields';
import type { Config } from '../key';
import { ProblemList } from '../ProblemList';
import { useDraft, useUpdateDraft } from '../queries';
import { type DraftForm, draftSchema } from './schema';

/** Another name for a draft. */
export function RenameDraftDialog({ draft, onClose }: { draft: Config; onClose: () => void }) {
  const t = useT();
  const { id } = useOperation();
  const stored = useDraft(id, draft.id);
  const update = useUpdateDraft(id);
  const { control, handleSubmit } = useForm<DraftForm>({
    resolver: zodResolver(draftSchema),
    mode: 'onSubmit',
    defaultValues: { name: draft.name ?? '' },
  });
  const rename = (body: DraftForm) =>
    update.mutate({ draftId: draft.id, etag: stored.data?.etag, body }, { onSuccess: onClose });
  return (
    <FormDialog
      title={t('allocation.draft.rename')}
      confirmLabel={t('allocation.draft.renameConfirm')}
      pending={update.isPending}
      onSubmit={handleSubmit(rename)}
      onClose={onClose}
    >
      <FormText control={control} name="name" label={t('allocation.draft.name')} required autoFocus />
      <ProblemList error={update.error} />
    </FormDialog>
  );
}
