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
import { useOperation } from '../../api/operations';
import { FormText } from '../../design/FormFields';
import { notify } from '../../design/snackbars';
import { type Config, type EditedKey, keyBody } from '../coefficients/keyModel';
import { ProblemList } from '../coefficients/ProblemList';
import { useCreateConfig } from '../coefficients/queries';
import { type DraftForm, draftSchema } from '../coefficients/schema';

interface DraftDialogProps {
  edited: EditedKey;
  onMade: (draft: Config) => void;
  onClose: () => void;
}

/** Keeps the key that was tried as a draft under a name. */
export function DraftDialog({ edited, onMade, onClose }: DraftDialogProps) {
  const t = useT();
  const titleId = useId();
  const create = useCreateConfig(useOperation().id);
  const { control, handleSubmit } = useForm<DraftForm>({
    resolver: zodResolver(draftSchema),
    mode: 'onSubmit',
    defaultValues: { name: t(`enums.AllocationAlgorithm.${edited.type}`) },
  });
  const keep = ({ name }: DraftForm) =>
    create.mutate(
      { body: { ...keyBody(edited), draft: true, name } },
      {
        onSuccess: (draft) => {
          notify(t('allocation.save.draftKept'));
          if (draft) onMade(draft);
          onClose();
        },
      },
    );
  return (
    <Dialog open onClose={create.isPending ? undefined : onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('distribution.result.makeDraft')}</DialogTitle>
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
