import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { layout } from '@openpmo/ui/theme/tokens';
import { type ReactNode, useEffect } from 'react';

export interface PageProps {
  /** Heading of level 1 and title of the document. */
  title: string;
  subtitle?: ReactNode;
  /** Buttons at the right of the heading; they wrap below it on a phone. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: heading, actions, content of at most 1480 px. */
export function Page({ title, subtitle, actions, children }: PageProps) {
  const t = useT();
  useEffect(() => {
    document.title = t('shell.title', { page: title });
  }, [t, title]);
  return (
    <Box sx={{ p: { xs: 2, md: 3 }, maxWidth: layout.maxWidth, mx: 'auto', '@media print': { p: 0 } }}>
      <Stack
        direction="row"
        sx={{ flexWrap: 'wrap', gap: 2, alignItems: 'center', justifyContent: 'space-between', mb: 2 }}
      >
        <Box sx={{ minWidth: 0, flex: '1 1 240px' }}>
          <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          {subtitle && (
            <Typography component="div" color="textSecondary" sx={{ mt: 0.25 }}>
              {subtitle}
            </Typography>
          )}
        </Box>
        {actions && (
          <Stack direction="row" className="no-print" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
            {actions}
          </Stack>
        )}
      </Stack>
      {children}
    </Box>
  );
}
