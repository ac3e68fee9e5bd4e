import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { useOperation } from '../../api/operations';
import { FormText } from '../../design/FormFields';
import { notify } from '../../design/snackbars';
import { keyBody } from './keyModel';
import { ProblemList } from './ProblemList';
import { useCreateConfig } from './queries';
import { type DraftForm, draftSchema } from './schema';
import { draftParam, seasonParam } from './target';
import type { KeyEditor } from './useKeyEditor';

/** Keeps the changes as a draft under a name, and goes on with it. */
export function NewDraftDialog({ editor, onClose }: { editor: KeyEditor; onClose: () => void }) {
  const t = useT();
  const titleId = useId();
  const { id } = useOperation();
  const [, setParams] = useSearchParams();
  const create = useCreateConfig(id);
  const { control, handleSubmit } = useForm<DraftForm>({
    resolver: zodResolver(draftSchema),
    mode: 'onSubmit',
    defaultValues: { name: '' },
  });
  const season = editor.target.kind === 'version' ? editor.target.season : '';
  const keep = ({ name }: DraftForm) =>
    create.mutate(
      { body: { ...keyBody(editor.edited), draft: true, name, ...(season ? { season } : {}) } },
      {
        onSuccess: (draft) => {
          notify(t('allocation.save.draftKept'));
          // The changes are in the draft now: nothing is left that leaving would lose.
          editor.reset();
          onClose();
          if (draft) {
            setTimeout(() =>
              setParams((params) => {
                params.delete(seasonParam);
                params.set(draftParam, draft.id);
                return params;
              }),
            );
          }
        },
      },
    );
  return (
    <Dialog open onClose={create.isPending ? undefined : onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('allocation.draft.newTitle')}</DialogTitle>
      <form onSubmit={handleSubmit(keep)} noValidate style={{ display: 'contents' }}>
        <DialogContent sx={{ pt: 1 }}>
          <Stack spacing={2}>
            <Typography>{t('allocation.draft.newText')}</Typography>
            <FormText control={control} name="name" label={t('allocation.draft.name')} required autoFocus />
            <ProblemList error={create.error} />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={create.isPending}>
            {t('design.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={create.isPending}>
            {t('allocation.save.asDraft')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
