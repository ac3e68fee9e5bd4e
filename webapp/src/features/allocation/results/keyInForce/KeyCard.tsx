import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Collapse from '@mui/material/Collapse';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useId, useState } from 'react';
import { Link } from 'react-router';
import { useOperation } from '../../../../api/operations';
import { useCan } from '../../../../api/session';
import { RowsSkeleton } from '../../../../design/Skeletons';
import { editedKey, parameterOf } from '../../key/key';
import { MethodPicture } from '../../key/methods/MethodPicture';
import type { Loaded } from '../../key/useKeys';
import { useAddress } from '../useAddress';
import { PoolLines } from './PoolLines';
import { SeasonLines } from './SeasonLines';

/** Most keys have no numbers, and few people open them. */
const ParametersTable = lazy(() =>
  import('../../key/ParametersTable').then((module) => ({ default: module.ParametersTable })),
);

/** The key that holds today, in words: how it shares, since when, by whom and why. */
export function KeyCard({ loaded }: { loaded: Loaded }) {
  const t = useT();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [, change] = useAddress();
  const { keys, sites, seasonality } = loaded;
  const { last } = keys;
  const hasNumbers = parameterOf(last.type) !== undefined && last.params.length > 0;
  return (
    <Card component="section" aria-labelledby={id} className="print-whole" sx={{ p: 2 }}>
      <Stack direction="row" sx={{ gap: 3, alignItems: 'flex-start', justifyContent: 'space-between' }}>
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="overline" component="p" color="textSecondary">
            {t('distribution.key.title')}
          </Typography>
          <Typography id={id} variant="h2">
            {t(`enums.AllocationAlgorithm.${last.type}`)}
          </Typography>
          <Typography sx={{ mt: 0.5, maxWidth: '80ch' }}>{t(`allocation.method.words.${last.type}`)}</Typography>
          {last.type === 'by_equality' && last.params.length > 0 && (
            <Typography sx={{ mt: 0.5, fontWeight: 600 }}>
              {t('allocation.parameters.selected', { smart_count: last.params.length })}
            </Typography>
          )}
          <Facts loaded={loaded} />
          {last.pools && last.pools.length > 0 && <PoolLines pools={last.pools} sites={sites} />}
          {seasonality.seasons.length > 0 && <SeasonLines keys={keys} seasons={seasonality.seasons} />}
          <Stack direction="row" className="no-print" sx={{ flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
            <EditLink />
            {hasNumbers && (
              <Button color="inherit" aria-expanded={open} onClick={() => setOpen(!open)}>
                {t(open ? 'distribution.key.hideNumbers' : 'distribution.key.showNumbers')}
              </Button>
            )}
            <Button color="inherit" onClick={() => change({ tab: 'methods' }, { replace: false })}>
              {t('distribution.key.methods')}
            </Button>
          </Stack>
        </Box>
        <Box sx={{ flex: 'none', width: 240, display: { xs: 'none', md: 'block' } }}>
          <MethodPicture type={last.type} />
          <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 0.5 }}>
            {t(last.type === 'by_ungrouped_priority' ? 'distribution.key.pictureTwo' : 'distribution.key.picture')}
          </Typography>
        </Box>
      </Stack>
      <Collapse in={open} unmountOnExit>
        <Suspense fallback={<RowsSkeleton height={44} />}>
          <ParametersTable edited={editedKey(last)} sites={sites} change={undefined} />
        </Suspense>
      </Collapse>
    </Card>
  );
}

function Facts({ loaded: { keys } }: { loaded: Loaded }) {
  const t = useT();
  const formats = useFormats();
  const { version, effectiveDate, createdBy, createdAt, reason, season } = keys.last;
  const words = [
    effectiveDate
      ? t('allocation.version.since', { number: version, date: formats.day(effectiveDate, 'medium') })
      : t('allocation.version.beginning', { number: version }),
    ...(season ? [t('allocation.key.season', { name: season })] : []),
    ...(createdBy
      ? [t('allocation.version.by', { date: formats.day(formats.dayOf(createdAt), 'medium'), author: createdBy })]
      : []),
  ];
  return (
    <Typography variant="body2" component="div" color="textSecondary" sx={{ mt: 0.5 }}>
      {words.join(' · ')}
      {reason && <div>{t('distribution.key.reason', { reason })}</div>}
    </Typography>
  );
}

/** The page of coefficients is for ENEDIS (specification section 2); elsewhere a draft of the simulation is put in force. */
function EditLink() {
  const t = useT();
  const can = useCan();
  const [, change] = useAddress();
  const { id, features } = useOperation();
  if (features.includes('coefficients') && can('production:visit')) {
    return (
      <Button
        component={Link}
        variant="outlined"
        color="inherit"
        startIcon={<EditOutlined />}
        to={`/pmo/operations/${id}/edit/production`}
      >
        {t('distribution.key.edit')}
      </Button>
    );
  }
  return (
    <Button variant="outlined" color="inherit" onClick={() => change({ tab: 'simulation' }, { replace: false })}>
      {t('distribution.key.try')}
    </Button>
  );
}
