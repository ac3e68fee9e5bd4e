import PersonOffOutlined from '@mui/icons-material/PersonOffOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useSiteDays } from '../SiteName';
import type { Sites } from '../sites';
import { outsideId } from './poolRowProps';
import type { EditedPool, PoolAction } from './pools';

interface OutsideSitesProps {
  outside: readonly string[];
  pools: readonly EditedPool[];
  sites: Sites;
  act: ((action: PoolAction) => void) | undefined;
}

/** The sites that stand in no group, each with a choice that puts it into one. */
export function OutsideSites({ outside, pools, sites, act }: OutsideSitesProps) {
  const t = useT();
  const days = useSiteDays();
  const daysOf = (id: string) => {
    const site = sites.consumers.find((one) => one.id === id);
    return site && days(site);
  };
  if (outside.length === 0) return null;
  return (
    <Card id={outsideId} tabIndex={-1} component="section" aria-labelledby={`${outsideId}-title`}>
      <Typography variant="h2" id={`${outsideId}-title`} sx={{ p: 2, pb: 1 }}>
        {t('allocation.pools.outsideTitle', { smart_count: outside.length })}
      </Typography>
      <Box
        component="ul"
        // A region that scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-labelledby={`${outsideId}-title`}
        sx={{ m: 0, px: 2, pb: 1, listStyle: 'none', maxHeight: 400, overflowY: 'auto' }}
      >
        {outside.map((id) => (
          <Stack
            key={id}
            component="li"
            direction="row"
            sx={{ gap: 1, py: 0.75, flexWrap: 'wrap', alignItems: 'center', borderTop: 1, borderColor: 'divider' }}
          >
            <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
              <Typography sx={{ overflowWrap: 'anywhere' }}>
                {[sites.names.get(id), daysOf(id)].filter(Boolean).join(', ')}
              </Typography>
              <Stack direction="row" sx={{ gap: 0.5, alignItems: 'center', color: 'warning.main' }}>
                <PersonOffOutlined aria-hidden sx={{ fontSize: 16 }} />
                <Typography variant="caption">{t('errors.pool.participantMissing')}</Typography>
              </Stack>
            </Box>
            {act && (
              <TextField
                select
                label={t('allocation.pools.putInto')}
                value=""
                onChange={(event) => act({ type: 'join', id: event.target.value, participantIds: [id] })}
                slotProps={{
                  select: {
                    SelectDisplayProps: { 'aria-label': t('allocation.pools.putSite', { name: sites.names.get(id) }) },
                  },
                }}
                sx={{ width: 200 }}
              >
                {pools.map((pool) => (
                  <MenuItem key={pool.id} value={pool.id}>
                    {pool.name}
                  </MenuItem>
                ))}
              </TextField>
            )}
          </Stack>
        ))}
      </Box>
    </Card>
  );
}
