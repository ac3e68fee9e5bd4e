import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { type NatureKey, natureMarks } from '@openpmo/ui/theme/natures';
import type { ReactNode } from 'react';

interface NatureLegendProps {
  natures: readonly NatureKey[];
  children?: ReactNode;
  /** Those that are taken out of the chart; pressing one takes it out or brings it back. */
  hidden?: ReadonlySet<NatureKey> | undefined;
  onToggle?: ((nature: NatureKey) => void) | undefined;
}

/** The natures of a chart with the mark each is drawn by, and further items of a list. */
export function NatureLegend({ natures, children, hidden, onToggle }: NatureLegendProps) {
  const t = useT();
  return (
    <Stack
      component="ul"
      direction="row"
      aria-label={t('design.chart.legend')}
      sx={{ flexWrap: 'wrap', gap: 2, p: 0, m: 0, mb: 1, listStyle: 'none' }}
    >
      {natures.map((nature) => (
        <Stack key={nature} component="li" direction="row" sx={{ gap: 0.75, alignItems: 'center' }}>
          {onToggle ? (
            <ButtonBase
              aria-pressed={!hidden?.has(nature)}
              onClick={() => onToggle(nature)}
              sx={{
                gap: 0.75,
                minHeight: 24,
                borderRadius: 1,
                px: 0.5,
                mx: -0.5,
                '@media (pointer: coarse)': { minHeight: 44 },
                ...(hidden?.has(nature) ? { textDecoration: 'line-through', color: 'text.secondary' } : {}),
              }}
            >
              <NatureMark nature={nature} />
              <Typography variant="caption">{t(`enums.Nature.${nature}`)}</Typography>
            </ButtonBase>
          ) : (
            <>
              <NatureMark nature={nature} />
              <Typography variant="caption">{t(`enums.Nature.${nature}`)}</Typography>
            </>
          )}
        </Stack>
      ))}
      {children}
    </Stack>
  );
}

/** A small picture of how a nature is drawn: line, dashes, area or hatching. */
export function NatureMark({ nature }: { nature: NatureKey }) {
  const { form, dash } = natureMarks[nature];
  const colour = `var(--mui-palette-nature-${nature})`;
  return (
    <Box component="svg" aria-hidden viewBox="0 0 18 10" sx={{ width: 18, height: 10, flex: 'none' }}>
      {form === 'area' && <rect width="18" height="10" rx="2" fill={colour} />}
      {form === 'band' && (
        <>
          <rect width="18" height="10" rx="2" fill={colour} fillOpacity="0.3" />
          <path d="M0 10 10 0M6 10 16 0M12 10 18 4M0 4 4 0" stroke={colour} strokeWidth="1.5" />
        </>
      )}
      {(form === 'line' || form === 'dotted') && (
        <path d="M0 5h18" stroke={colour} strokeWidth="3" strokeDasharray={dash?.map((n) => n * 0.75).join(' ')} />
      )}
    </Box>
  );
}
