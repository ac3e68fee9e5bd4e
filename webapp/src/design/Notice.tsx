import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useEffect } from 'react';
import { SupportContact } from './SupportContact';

/** A page that only says something: not found, no access, something broke. */
export function Notice(props: { title: string; advice: string; children?: ReactNode; code?: string | undefined }) {
  const { title, advice, children, code } = props;
  const t = useT();
  useEffect(() => {
    document.title = t('shell.title', { page: title });
  }, [t, title]);
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', minHeight: '70vh', p: 3 }}>
      <Stack spacing={1.5} sx={{ alignItems: 'center', textAlign: 'center', maxWidth: '56ch' }}>
        <Typography variant="h1">{title}</Typography>
        <Typography>{advice}</Typography>
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
          {children}
        </Stack>
        <SupportContact />
        {code && (
          <Typography variant="caption" color="textSecondary">
            {t('shell.error.code', { code })}
          </Typography>
        )}
      </Stack>
    </Box>
  );
}
