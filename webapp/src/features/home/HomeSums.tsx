import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import { sumLines } from './lineFilter';
import type { MonthLine } from './queries';

/** What the operations that are shown add up to. */
export function HomeSums({ lines }: { lines: readonly MonthLine[] }) {
  const t = useT();
  const formats = useFormats();
  const sums = sumLines(lines);
  const shared = sums.shared && t('operations.sum.shared', { energy: formats.energy(sums.shared.milliWh) });
  const partial = sums.consumed?.partial && t('operations.partial');
  return (
    <Card
      component="dl"
      className="print-whole"
      sx={{
        m: 0,
        mb: 1.5,
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      <Sum label={t('operations.sum.sites')} value={formats.number(sums.sites)}>
        {t('home.subtitle', { smart_count: lines.length })}
      </Sum>
      <Sum
        label={t('operations.sum.consumed')}
        value={sums.consumed ? formats.energy(sums.consumed.milliWh) : t('formats.none')}
      >
        {[shared, partial].filter(Boolean).join(' · ')}
      </Sum>
      {sums.invoicedCents !== undefined && (
        <Sum label={t('operations.sum.invoiced')} value={formats.money(sums.invoicedCents)}>
          {t('operations.sum.ofMonth')}
        </Sum>
      )}
      {sums.overdueCents !== undefined && (
        <Sum
          label={t('operations.sum.overdue')}
          value={formats.money(sums.overdueCents)}
          colour={sums.overdueCents > 0 ? 'error.main' : undefined}
        >
          {t('operations.sum.invoices', { smart_count: sums.overdueNumber })}
        </Sum>
      )}
    </Card>
  );
}

interface SumProps {
  label: string;
  value: string;
  colour?: string | undefined;
  children: ReactNode;
}

function Sum({ label, value, colour, children }: SumProps) {
  return (
    <Box sx={{ px: 2, py: 1.25, minWidth: 0 }}>
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Box component="dd" sx={{ m: 0 }}>
        <Typography
          component="span"
          sx={{
            display: 'block',
            fontSize: { xs: '1.125rem', sm: '1.375rem' },
            fontWeight: 650,
            lineHeight: 1.35,
            color: colour,
            overflowWrap: 'anywhere',
          }}
        >
          {value}
        </Typography>
        <Typography component="span" variant="caption" color="textSecondary">
          {children}
        </Typography>
      </Box>
    </Box>
  );
}
