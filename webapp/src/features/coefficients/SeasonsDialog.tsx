import { zodResolver } from '@hookform/resolvers/zod';
import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../api/operations';
import { notify } from '../../design/snackbars';
import { InForceFields } from './InForceFields';
import { ProblemList } from './ProblemList';
import { useCreateSeasonality } from './queries';
import { SeasonFields } from './SeasonFields';
import type { Seasonality } from './SeasonsPanel';
import { type InForceForm, inForceSchema } from './schema';
import { addSeason, type EditedSeason, editedSeasons, seasonProblem, seasonsBody } from './seasonModel';
import { YearPicture } from './YearPicture';

/** Names and first days of the seasons, from when and why. */
export function SeasonsDialog({ seasonality, onClose }: { seasonality: Seasonality; onClose: () => void }) {
  const t = useT();
  const formats = useFormats();
  const titleId = useId();
  const create = useCreateSeasonality(useOperation().id);
  const first = seasonality.seasons.length > 0 ? seasonality.seasons : seasonality.proposed;
  const [seasons, setSeasons] = useState<EditedSeason[]>(() => editedSeasons(first));
  const { control, handleSubmit } = useForm<InForceForm>({
    resolver: zodResolver(inForceSchema),
    mode: 'onSubmit',
    defaultValues: { effectiveDate: formats.dayOf(), reason: '' },
  });
  const save = (form: InForceForm) => {
    if (seasons.some((season) => seasonProblem(season, seasons))) return;
    const body = { seasons: seasonsBody(seasons), ...form };
    // Other seasons may remount the page before the mutation ends, so the promise tells its end.
    create.mutateAsync(body).then(
      () => {
        notify(t('allocation.season.saved'));
        onClose();
      },
      // The dialog shows why.
      () => {},
    );
  };
  return (
    <Dialog open onClose={create.isPending ? undefined : onClose} aria-labelledby={titleId} maxWidth="md">
      <DialogTitle id={titleId}>{t('allocation.season.edit')}</DialogTitle>
      <form onSubmit={handleSubmit(save)} noValidate style={{ display: 'contents' }}>
        <DialogContent sx={{ pt: 1 }}>
          <Stack spacing={2}>
            {seasons.length > 0 ? (
              <YearPicture seasons={seasons} />
            ) : (
              <Typography>{t('allocation.season.allYear')}</Typography>
            )}
            <SeasonFields seasons={seasons} onChange={setSeasons} />
            <Box>
              <Button
                size="small"
                variant="outlined"
                startIcon={<Add />}
                onClick={() =>
                  setSeasons(addSeason(seasons, t('allocation.season.newName', { n: seasons.length + 1 })))
                }
                disabled={seasons.length >= 12}
              >
                {t('allocation.season.add')}
              </Button>
            </Box>
            <InForceFields control={control} />
            <ProblemList error={create.error} />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={create.isPending}>
            {t('design.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={create.isPending}>
            {t('allocation.season.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
