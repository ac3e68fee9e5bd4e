import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
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
import { DifferenceList } from './DifferenceList';
import { InForceFields } from './InForceFields';
import { ProblemList } from './ProblemList';
import { type InForceForm, inForceSchema } from './schema';
import type { KeyEditor } from './useKeyEditor';
import { useSaveKey } from './useSaveKey';

/** What changes, from when and why, before the key is put in force. */
export function SaveDialog({ editor, onClose }: { editor: KeyEditor; onClose: () => void }) {
  const t = useT();
  const formats = useFormats();
  const titleId = useId();
  const { target, differences, sites } = editor;
  const saving = useSaveKey(editor, onClose);
  const { control, handleSubmit } = useForm<InForceForm>({
    resolver: zodResolver(inForceSchema),
    mode: 'onSubmit',
    defaultValues: {
      effectiveDate: formats.dayOf(),
      reason: target.kind === 'draft' ? (target.base.reason ?? '') : '',
    },
  });
  const season = target.kind === 'version' ? target.season : target.base.season;
  return (
    <Dialog open onClose={saving.pending ? undefined : onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {t(target.kind === 'draft' ? 'allocation.save.publishTitle' : 'allocation.save.title')}
      </DialogTitle>
      <form onSubmit={handleSubmit(saving.save)} noValidate style={{ display: 'contents' }}>
        <DialogContent sx={{ pt: 1 }}>
          <Stack spacing={2}>
            {season && <Typography>{t('allocation.save.forSeason', { season })}</Typography>}
            {(target.kind === 'version' || differences.length > 0) && (
              <Box
                sx={{ maxHeight: 260, overflowY: 'auto' }}
                tabIndex={0}
                role="group"
                aria-label={t('allocation.save.changes')}
              >
                <Typography variant="subtitle1" component="h3">
                  {t('allocation.save.changes')}
                </Typography>
                <DifferenceList differences={differences} names={sites.names} />
              </Box>
            )}
            <InForceFields control={control} />
            <ProblemList error={saving.error} />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={saving.pending}>
            {t('design.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={saving.pending}>
            {t('allocation.save.confirm')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
