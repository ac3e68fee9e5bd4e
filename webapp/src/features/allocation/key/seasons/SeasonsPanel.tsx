import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { useCan } from '../../../../api/session';
import { EmptyState } from '../../../../design/EmptyState';
import { type Keys, seasonKey, seasonParam } from '../target';
import type { Season } from './seasons';
import { editedSeasons } from './seasons';
import { useYearDay } from './useYearDay';
import { YearPicture } from './YearPicture';

// The form and its rules are loaded when it is opened.
const SeasonsDialog = lazy(() => import('./SeasonsDialog').then((part) => ({ default: part.SeasonsDialog })));

/** The seasons in force and the key of each (domain 2.4). */
export function SeasonsPanel({ seasonality, keys }: { seasonality: Schemas['Seasonality']; keys: Keys }) {
  const t = useT();
  const canUpdate = useCan()('key:update');
  const [editing, setEditing] = useState(false);
  const { seasons } = seasonality;
  const edit = canUpdate && (
    <Button variant={seasons.length > 0 ? 'outlined' : 'contained'} onClick={() => setEditing(true)}>
      {t(seasons.length > 0 ? 'allocation.season.edit' : 'allocation.season.begin')}
    </Button>
  );
  return (
    <>
      {seasons.length === 0 ? (
        <Card>
          <EmptyState
            kind="none"
            title={t('allocation.season.noneTitle')}
            advice={t('allocation.season.noneAdvice')}
            action={edit || undefined}
          />
        </Card>
      ) : (
        <Stack spacing={2}>
          <Card sx={{ p: 2 }}>
            <Stack direction="row" sx={{ gap: 2, mb: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
              <Box sx={{ flex: '1 1 240px' }}>
                <Typography variant="h2">{t('allocation.season.year')}</Typography>
                <Origin seasonality={seasonality} />
              </Box>
              {edit}
            </Stack>
            <YearPicture seasons={editedSeasons(seasons)} />
          </Card>
          <Box
            component="ul"
            sx={{ display: 'grid', gap: 2, p: 0, m: 0, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}
          >
            {seasons.map((season) => (
              <SeasonCard key={season.name} season={season} keys={keys} canUpdate={canUpdate} />
            ))}
          </Box>
        </Stack>
      )}
      <Suspense fallback={null}>
        {editing && <SeasonsDialog seasonality={seasonality} onClose={() => setEditing(false)} />}
      </Suspense>
    </>
  );
}

function Origin({ seasonality: { effectiveDate, createdBy, reason } }: { seasonality: Schemas['Seasonality'] }) {
  const t = useT();
  const formats = useFormats();
  const words = [
    ...(effectiveDate ? [t('allocation.season.since', { date: formats.day(effectiveDate, 'medium') })] : []),
    ...(createdBy ? [createdBy] : []),
    ...(reason ? [t('allocation.quoted', { text: reason })] : []),
  ];
  return (
    <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
      {words.join(' · ')}
    </Typography>
  );
}

function SeasonCard({ season, keys, canUpdate }: { season: Season; keys: Keys; canUpdate: boolean }) {
  const t = useT();
  const yearDay = useYearDay();
  const key = seasonKey(keys, season.name);
  const own = key?.season === season.name;
  return (
    <Card component="li" className="print-whole" sx={{ p: 2, listStyle: 'none' }}>
      <Typography variant="h3" component="h2">
        {season.name}
      </Typography>
      <Typography color="textSecondary">
        {t('allocation.season.range', { from: yearDay(season.start), to: yearDay(season.end) })}
      </Typography>
      <Typography sx={{ mt: 1 }}>
        {key &&
          t(own ? 'allocation.season.ownKey' : 'allocation.season.yearlyKey', {
            method: t(`enums.AllocationAlgorithm.${key.type}`),
            number: key.version,
          })}
      </Typography>
      <Link
        component={RouterLink}
        to={{ search: `?${new URLSearchParams({ [seasonParam]: season.name })}` }}
        className="no-print"
        sx={{ display: 'inline-block', mt: 1, py: 0.25 }}
      >
        {t(canUpdate ? (own ? 'allocation.season.editKey' : 'allocation.season.addKey') : 'allocation.season.seeKey', {
          season: season.name,
        })}
      </Link>
    </Card>
  );
}
