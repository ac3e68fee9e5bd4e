import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useId } from 'react';

interface PartProps {
  title: string;
  /** Beside the heading: a link, a button. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page, under its heading. */
export function Part({ title, action, children }: PartProps) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} className="print-whole" sx={{ p: 2, minWidth: 0 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 1 }}>
        <Typography id={id} variant="h2" sx={{ mr: 'auto' }}>
          {title}
        </Typography>
        {action}
      </Stack>
      {children}
    </Card>
  );
}

/** Two columns on a wide screen: what is worked with at the left, what is only known at the right. */
export function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(320px, 1fr)' },
      }}
    >
      <Stack sx={{ gap: 2, minWidth: 0 }}>{main}</Stack>
      <Stack sx={{ gap: 2, minWidth: 0 }}>{side}</Stack>
    </Box>
  );
}

/** Facts in columns as wide as there is room for. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        columnGap: 2,
        rowGap: 1.25,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 180px), 1fr))',
      }}
    >
      {children}
    </Box>
  );
}

/** One fact; says so when it is not known. */
export function Fact({ label, children }: { label: string; children?: ReactNode }) {
  const t = useT();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="dt" variant="caption" color="textSecondary">
        {label}
      </Typography>
      <Typography
        component="dd"
        sx={{ m: 0, overflowWrap: 'anywhere' }}
        color={children ? 'textPrimary' : 'textSecondary'}
      >
        {children || t('pages.unknown')}
      </Typography>
    </Box>
  );
}
