import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../../../api/operations';
import { notify } from '../../../../design/snackbars';
import { useRefusalTexts } from '../../../../design/useProblemText';
import { InForceDialog } from '../drafts/InForceDialog';
import { useCreateSeasonality } from '../queries';
import type { InForceForm } from '../schema';
import { SeasonFields } from './SeasonFields';
import { addSeason, type EditedSeason, editedSeasons, seasonProblem, seasonsBody } from './seasons';
import { YearPicture } from './YearPicture';

/** Names and first days of the seasons, from when and why. */
export function SeasonsDialog({ seasonality, onClose }: { seasonality: Schemas['Seasonality']; onClose: () => void }) {
  useRefusalTexts();
  const t = useT();
  const create = useCreateSeasonality(useOperation().id);
  const first = seasonality.seasons.length > 0 ? seasonality.seasons : seasonality.proposed;
  const [seasons, setSeasons] = useState<EditedSeason[]>(() => editedSeasons(first));
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
    <InForceDialog
      wide
      title={t('allocation.season.edit')}
      confirmLabel={t('allocation.season.save')}
      pending={create.isPending}
      error={create.error}
      onSave={save}
      onClose={onClose}
    >
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
          onClick={() => setSeasons(addSeason(seasons, t('allocation.season.newName', { n: seasons.length + 1 })))}
          disabled={seasons.length >= 12}
        >
          {t('allocation.season.add')}
        </Button>
      </Box>
    </InForceDialog>
  );
}
