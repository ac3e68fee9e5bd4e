import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../api/operations';
import { notify } from '../../design/snackbars';
import { InForceFields } from '../coefficients/InForceFields';
import type { Config } from '../coefficients/keyModel';
import { ProblemList } from '../coefficients/ProblemList';
import { usePublishDraft } from '../coefficients/queries';
import { type InForceForm, inForceSchema } from '../coefficients/schema';
import { useForgetResults } from './queries';

interface PublishDialogProps {
  draft: Pick<Config, 'id' | 'name' | 'type' | 'season' | 'reason'>;
  onPublished?: () => void;
  onClose: () => void;
}

/** Puts a draft in force, from a day and with a reason. */
export function PublishDialog({ draft, onPublished, onClose }: PublishDialogProps) {
  const t = useT();
  const formats = useFormats();
  const titleId = useId();
  const publish = usePublishDraft(useOperation().id);
  const forget = useForgetResults();
  const { control, handleSubmit } = useForm<InForceForm>({
    resolver: zodResolver(inForceSchema),
    mode: 'onSubmit',
    defaultValues: { effectiveDate: formats.dayOf(), reason: draft.reason ?? '' },
  });
  // The draft is no draft any more then, and this dialog may be gone before the answer is told.
  const save = (body: InForceForm) =>
    publish.mutateAsync({ draftId: draft.id, body }).then(
      () => {
        void forget();
        const later = body.effectiveDate > formats.dayOf();
        notify(
          later
            ? t('allocation.save.scheduled', { date: formats.day(body.effectiveDate) })
            : t('allocation.save.saved'),
        );
        onPublished?.();
        onClose();
      },
      () => {},
    );
  return (
    <Dialog open onClose={publish.isPending ? undefined : onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('allocation.save.publishTitle')}</DialogTitle>
      <form onSubmit={handleSubmit(save)} noValidate style={{ display: 'contents' }}>
        <DialogContent sx={{ pt: 1 }}>
          <Stack spacing={2}>
            <Typography>
              <strong>{draft.name || t('allocation.draft.unnamed')}</strong>
              {' · '}
              {t(`enums.AllocationAlgorithm.${draft.type}`)}
            </Typography>
            {draft.season && <Typography>{t('allocation.save.forSeason', { season: draft.season })}</Typography>}
            <InForceFields control={control} />
            <ProblemList error={publish.error} />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={publish.isPending}>
            {t('design.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={publish.isPending}>
            {t('allocation.save.confirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
