import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useEffect } from 'react';
import { thingPath } from '../api/addresses';
import type { Session } from '../api/session';
import { useEndViewing } from '../api/viewing';

/** Says on every page that an organizer sees as a participant does, and leads back; the page begins anew when that ends. */
export function ViewingBanner({ viewing }: { viewing: NonNullable<Session['viewing']> }) {
  const t = useT();
  const formats = useFormats();
  const back = thingPath(viewing.operationId, 'site', viewing.participantId);
  const end = useEndViewing(back);
  useEffect(() => {
    const left = new Date(viewing.endsAt).getTime() - Date.now();
    const timer = setTimeout(() => window.location.assign(back), Math.max(0, left) + 1000);
    return () => clearTimeout(timer);
  }, [viewing.endsAt, back]);
  return (
    <Box
      role="status"
      className="no-print"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        justifyContent: 'space-between',
        px: 2,
        py: 1,
        bgcolor: 'warning.main',
        color: 'warning.contrastText',
      }}
    >
      <span>{t('shell.viewing.text', { name: viewing.participantName, until: formats.instant(viewing.endsAt) })}</span>
      <Button
        variant="outlined"
        color="inherit"
        disabled={end.isPending}
        onClick={() => end.mutate()}
        // On the colour of the banner, light or dark: its own ground would have that of its letters.
        sx={{
          minHeight: 44,
          bgcolor: 'transparent',
          borderColor: 'currentColor',
          '&:hover': { bgcolor: 'transparent', textDecoration: 'underline' },
        }}
      >
        {t('shell.viewing.end')}
      </Button>
    </Box>
  );
}
