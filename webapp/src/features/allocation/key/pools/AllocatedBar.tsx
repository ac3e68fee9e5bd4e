import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { allocatedOf, type EditedPool, remainingOf } from './pools';

/** How much of the production the groups take, a stretch each, and what is left. */
export function AllocatedBar({ pools }: { pools: readonly EditedPool[] }) {
  const t = useT();
  const formats = useFormats();
  const allocated = allocatedOf(pools);
  const over = allocated > 100;
  const text = over
    ? t('allocation.pools.over', { allocated: formats.percentage(allocated, 4) })
    : t('allocation.pools.allocated', {
        allocated: formats.percentage(allocated, 4),
        rest: formats.percentage(remainingOf(pools), 4),
      });
  return (
    <div>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2, flexWrap: 'wrap', mb: 0.5 }}>
        <Typography>{t('allocation.pools.production')}</Typography>
        <Typography
          role="status"
          sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', color: over ? 'error.main' : 'text.primary' }}
        >
          {text}
        </Typography>
      </Stack>
      <Box
        role="progressbar"
        aria-label={t('allocation.pools.production')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, allocated)}
        aria-valuetext={text}
        sx={{ display: 'flex', height: 10, borderRadius: 5, overflow: 'hidden', bgcolor: 'action.focus' }}
      >
        {pools.map(({ id, percentage }, index) => (
          <Box
            key={id}
            sx={{
              bgcolor: over ? 'error.main' : 'primary.main',
              opacity: index % 2 === 0 ? 1 : 0.72,
              transition: 'width 150ms',
            }}
            style={{ width: `${(percentage / Math.max(100, allocated)) * 100}%` }}
          />
        ))}
      </Box>
    </div>
  );
}
