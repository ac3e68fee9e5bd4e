import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';

export interface Figure {
  label: string;
  /** Absent: not known, which is not zero. */
  value: string | undefined;
  /** Some of it is not known. */
  partly?: boolean;
}

/** The figures of a period, beside each other. */
export function Facts({ figures }: { figures: readonly Figure[] }) {
  const t = useT();
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          sm: 'repeat(3, minmax(0, 1fr))',
          lg: `repeat(${figures.length}, minmax(0, 1fr))`,
        },
      }}
    >
      {figures.map(({ label, value, partly }) => (
        <Card key={label} component="div" sx={{ px: 1.5, py: 1.25, minWidth: 0 }}>
          <Typography component="dt" sx={{ fontSize: '0.8125rem', overflowWrap: 'anywhere', hyphens: 'auto' }}>
            {label}
          </Typography>
          <Box component="dd" sx={{ m: 0 }}>
            <Typography
              component="span"
              sx={{
                display: 'block',
                fontSize: { xs: '1.125rem', sm: '1.25rem' },
                fontWeight: 650,
                fontVariantNumeric: 'tabular-nums',
              }}
            >
              {value ?? t('finance.fact.unknown')}
            </Typography>
            <Typography
              variant="caption"
              component="span"
              color="textSecondary"
              sx={{ minHeight: 18, display: 'block' }}
            >
              {partly && value !== undefined && t('finance.fact.partly')}
            </Typography>
          </Box>
        </Card>
      ))}
    </Box>
  );
}
