import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { surplus } from '../../key/pools/pools';
import type { Sites } from '../../key/sites';

const namedAtMost = 4;

/** The groups of a key from top to bottom, each in one sentence. */
export function PoolLines({ pools, sites }: { pools: readonly Schemas['Pool'][]; sites: Sites }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Box component="ol" aria-label={t('allocation.pools.list')} sx={{ m: 0, mt: 1.5, p: 0, listStyle: 'none' }}>
      {pools.map((pool) => {
        const names = pool.consumersInPool.map((id) => sites.names.get(id) ?? t('allocation.site.unknown'));
        const destination =
          pool.surplusDestinationPoolName === surplus ? t('allocation.pools.surplus') : pool.surplusDestinationPoolName;
        return (
          <Box
            component="li"
            key={pool.id}
            sx={{ display: 'flex', gap: 1.5, py: 0.75, borderTop: 1, borderColor: 'divider', alignItems: 'baseline' }}
          >
            <Typography
              sx={{ flex: 'none', width: 64, fontWeight: 600, fontVariantNumeric: 'tabular-nums', textAlign: 'right' }}
            >
              {formats.percentage(pool.percentageProduction, 4)}
            </Typography>
            <Typography component="div" sx={{ minWidth: 0 }}>
              <strong>{pool.name}</strong>
              {' · '}
              {pool.algorithm && `${t(`enums.PoolAlgorithm.${pool.algorithm}`)} · `}
              {t('distribution.key.surplusTo', { name: destination })}
              <Typography variant="body2" color="textSecondary">
                {t('allocation.pools.members', { smart_count: names.length })}
                {names.length > 0 && ` : ${names.slice(0, namedAtMost).join(', ')}`}
                {names.length > namedAtMost && ' …'}
              </Typography>
            </Typography>
          </Box>
        );
      })}
    </Box>
  );
}
