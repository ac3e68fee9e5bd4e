import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../api/operations';
import { FormText } from '../../design/FormFields';
import type { Config } from './keyModel';
import { ProblemList } from './ProblemList';
import { useDraft, useUpdateDraft } from './queries';
import { type DraftForm, draftSchema } from './schema';

/** Another name for a draft. */
export function RenameDraftDialog({ draft, onClose }: { draft: Config; onClose: () => void }) {
  const t = useT();
  const titleId = useId();
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
    <Dialog open onClose={update.isPending ? undefined : onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('allocation.draft.rename')}</DialogTitle>
      <form onSubmit={handleSubmit(rename)} noValidate style={{ display: 'contents' }}>
        <DialogContent sx={{ pt: 1 }}>
          <Stack spacing={2}>
            <FormText control={control} name="name" label={t('allocation.draft.name')} required autoFocus />
            <ProblemList error={update.error} />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={update.isPending}>
            {t('design.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={update.isPending}>
            {t('allocation.draft.renameConfirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
