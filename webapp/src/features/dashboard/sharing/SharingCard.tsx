import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ApiError, type Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import { Link as RouterLink } from 'react-router';
import { Can } from '../../../design/Can';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { RowsSkeleton } from '../../../design/Skeletons';
import { useKeyInForce } from '../queries';

type Key = Schemas['AllocationConfig'];

/** The methods that are always explained; the one in force stands above them. */
const methods = ['by_default', 'by_equality', 'by_weight', 'static'] as const;

/** How the production is shared, in words: what the key in force means, and what the other methods do. */
export function SharingCard({ operationId }: { operationId: string }) {
  const t = useT();
  const id = useId();
  const key = useKeyInForce(operationId);
  if (key.error instanceof ApiError && key.error.status === 404) return null;
  return (
    <Card component="section" aria-labelledby={id} className="no-print" sx={{ p: 2, minWidth: 0 }}>
      <Typography id={id} variant="h2" sx={{ mb: 1 }}>
        {t('dashboard.sharing.title')}
      </Typography>
      {key.isPending && <RowsSkeleton rows={3} />}
      {key.isError && <ErrorPanel error={key.error} onRetry={() => key.refetch()} />}
      {key.data && <InForce config={key.data} />}
      {key.data && <OtherMethods except={key.data.type} />}
      <Can permission="distribution:visit">
        <Link
          component={RouterLink}
          to={`/pmo/operations/${operationId}/productionDistribution?tab=methods`}
          sx={{ display: 'inline-block', py: 0.25, mt: 1 }}
        >
          {t('distribution.methods.all')}
        </Link>
      </Can>
    </Card>
  );
}

function InForce({ config }: { config: Key }) {
  const t = useT();
  const formats = useFormats();
  const { type, effectiveDate, version, season, params, pools = [] } = config;
  const since = [
    effectiveDate
      ? t('dashboard.sharing.since', { date: formats.day(effectiveDate, 'medium') })
      : t('dashboard.sharing.beginning'),
    version > 0 && t('dashboard.sharing.version', { version }),
    season && t('dashboard.sharing.season', { name: season }),
  ].filter(Boolean);
  return (
    <>
      <Typography variant="h3" component="p">
        {t(`enums.AllocationAlgorithm.${type}`)}
      </Typography>
      {since.length > 0 && (
        <Typography variant="caption" color="textSecondary">
          {since.join(' · ')}
        </Typography>
      )}
      <Typography sx={{ mt: 0.5 }}>{t(`allocation.method.words.${type}`)}</Typography>
      {type !== 'by_pool' && params.length > 0 && (
        <Typography sx={{ mt: 0.5 }}>
          {t(type === 'by_equality' ? 'allocation.parameters.selected' : 'dashboard.sharing.parameters', {
            smart_count: params.length,
          })}
        </Typography>
      )}
      {pools.length > 0 && (
        <Stack component="ol" sx={{ pl: 2.5, my: 1, gap: 0.5 }}>
          {pools.map((pool) => (
            <Typography component="li" key={pool.id}>
              {t('dashboard.sharing.pool', {
                name: pool.name,
                percentage: formats.percentage(pool.percentageProduction, 2),
                smart_count: pool.consumersInPool.length,
                destination: pool.surplusDestinationPoolName,
              })}
            </Typography>
          ))}
        </Stack>
      )}
    </>
  );
}

function OtherMethods({ except }: { except: Key['type'] }) {
  const t = useT();
  return (
    <Box component="details" sx={{ mt: 1.5, '& summary': { cursor: 'pointer', fontWeight: 600, py: 0.5 } }}>
      <summary>{t('dashboard.sharing.others')}</summary>
      <Box component="dl" sx={{ m: 0, mt: 0.5 }}>
        {methods
          .filter((method) => method !== except)
          .map((method) => (
            <Box key={method} sx={{ mb: 1 }}>
              <Typography component="dt" variant="subtitle2">
                {t(`enums.AllocationAlgorithm.${method}`)}
              </Typography>
              <Typography component="dd" sx={{ m: 0 }}>
                {t(`allocation.method.words.${method}`)}
              </Typography>
            </Box>
          ))}
      </Box>
    </Box>
  );
}
