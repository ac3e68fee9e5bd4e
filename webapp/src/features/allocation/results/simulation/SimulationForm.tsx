import PlayArrowOutlined from '@mui/icons-material/PlayArrowOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type Dispatch, useId } from 'react';
import { useOperation } from '../../../../api/operations';
import type { DayRange } from '../../../../design/period';
import { type Config, type EditedKey, editedKey, type KeyAction } from '../../key/key';
import { MethodPicture } from '../../key/methods/MethodPicture';
import { ParametersTable } from '../../key/ParametersTable';
import { ProblemList } from '../../key/ProblemList';
import { EmptyPools, useEmptyPools } from '../../key/pools/EmptyPools';
import { PoolsPanel } from '../../key/pools/PoolsPanel';
import type { PoolBlocker } from '../../key/pools/poolBlockers';
import type { Sites } from '../../key/sites';
import { simulatedTypes, withMethod } from './simulation';

interface SimulationFormProps {
  sites: Sites;
  drafts: readonly Config[];
  /** The draft that is tried; otherwise the key that is made up here. */
  stored: Config | undefined;
  edited: EditedKey;
  act: Dispatch<KeyAction>;
  blockers: readonly PoolBlocker[];
  tried: boolean;
  period: DayRange;
  pending: boolean;
  error: unknown;
  onStored: (draftId: string | undefined) => void;
  onRun: () => void;
}

/** Which key is tried: a method with its numbers or groups, or a draft. */
export function SimulationForm(props: SimulationFormProps) {
  const { sites, drafts, stored, edited, act, blockers, tried, period, pending, error, onStored, onRun } = props;
  const t = useT();
  const formats = useFormats();
  const id = useId();
  const type = stored?.type ?? edited.type;
  const choose = (value: string) => {
    const method = simulatedTypes.find((one) => one === value);
    onStored(method ? undefined : value);
    if (method) act({ type: 'reset', key: withMethod(edited, method, sites) });
  };
  const emptyPools = new Set(useEmptyPools(useOperation().id, edited).map((pool) => pool.id));
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: 2 }}>
      <Typography id={id} variant="h2">
        {t('distribution.simulation.title')}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 0.5, mb: 2, maxWidth: '90ch' }}>
        {t('distribution.simulation.words', { range: formats.dayRange(period.from, period.to) })}
      </Typography>
      <Stack direction="row" sx={{ gap: 3, alignItems: 'flex-start', flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 300px', maxWidth: 560 }}>
          <TextField
            select
            fullWidth
            label={t('distribution.simulation.key')}
            value={stored?.id ?? edited.type}
            onChange={(event) => choose(event.target.value)}
          >
            {simulatedTypes.map((one) => (
              <MenuItem key={one} value={one}>
                {t(`enums.AllocationAlgorithm.${one}`)}
              </MenuItem>
            ))}
            {drafts.map((draft) => (
              <MenuItem key={draft.id} value={draft.id} disabled={draft.type === 'simple_dynamic'}>
                {t('allocation.key.draft', { name: draft.name || t('allocation.draft.unnamed') })}
              </MenuItem>
            ))}
          </TextField>
          <Typography sx={{ mt: 1.5 }}>{t(`allocation.method.words.${type}`)}</Typography>
        </Box>
        <Box sx={{ flex: 'none', width: 220 }}>
          <MethodPicture type={type} />
        </Box>
      </Stack>
      {!stored && (
        <Box sx={{ mt: 2 }}>
          {edited.type === 'by_pool' ? (
            <PoolsPanel editor={{ edited, sites, change: act, blockers, emptyPools, tried }} />
          ) : (
            <ParametersTable key={edited.type} edited={edited} sites={sites} change={act} />
          )}
        </Box>
      )}
      <EmptyPools edited={stored ? editedKey(stored) : edited} blocked={!stored && blockers.length > 0} />
      {tried && blockers.length > 0 && (
        <Alert severity="error" variant="outlined" role="alert" sx={{ mt: 2 }}>
          {t('distribution.simulation.blocked')}
          <Box component="ul" sx={{ m: 0, pl: 2 }}>
            {[...new Set(blockers.map((blocker) => t(blocker.key, blocker.params)))].map((text) => (
              <li key={text}>{text}</li>
            ))}
          </Box>
        </Alert>
      )}
      <Stack spacing={1.5} sx={{ mt: 2, alignItems: 'flex-start' }}>
        <ProblemList error={error} />
        <Button
          variant="contained"
          startIcon={<PlayArrowOutlined />}
          loading={pending}
          onClick={onRun}
          className="no-print"
        >
          {t('distribution.simulation.run')}
        </Button>
      </Stack>
    </Card>
  );
}
