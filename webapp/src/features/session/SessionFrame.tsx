import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useEffect } from 'react';
import { SupportContact } from '../../design/SupportContact';
import { ThemeSwitch } from '../../design/ThemeSwitch';
import { LanguageSwitch } from './LanguageSwitch';

/** The page of somebody who is not, or not yet, inside: one card in the middle. */
export function SessionFrame(props: { title: string; subtitle: string; children: ReactNode; after?: ReactNode }) {
  const { title, subtitle, children, after } = props;
  const t = useT();
  useEffect(() => {
    document.title = t('shell.title', { page: title });
  }, [t, title]);
  return (
    <Box
      component="main"
      id="main"
      tabIndex={-1}
      sx={{
        minHeight: '100vh',
        display: 'grid',
        placeItems: 'center',
        gridTemplateRows: 'auto 1fr',
        p: 2,
        outline: 'none',
      }}
    >
      <Stack direction="row" sx={{ width: '100%', alignItems: 'center' }}>
        <Typography component="p" sx={{ flex: 1, fontSize: '1.25rem', fontWeight: 700, color: 'primary.main' }}>
          {t('shell.brand')}
        </Typography>
        <LanguageSwitch />
        <ThemeSwitch />
      </Stack>
      <Stack spacing={2} sx={{ width: '100%', maxWidth: 440 }}>
        <Card sx={{ p: { xs: 2, sm: 4 } }}>
          <Typography variant="h1">{title}</Typography>
          <Typography color="textSecondary" sx={{ mt: 0.5, mb: 3 }}>
            {subtitle}
          </Typography>
          {children}
        </Card>
        {after}
        <Box sx={{ textAlign: 'center' }}>
          <SupportContact />
        </Box>
      </Stack>
    </Box>
  );
}
