import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import { useT } from '@openpmo/ui/i18n/context';
import { useEffect, useState } from 'react';
import { api } from '../api/client';

/** The page itself comes first. */
const waits = 3000;

/** Beside the menu's entry: how many alerts nobody here has read yet. */
export function AlertCount({ operationId }: { operationId: string }) {
  const t = useT();
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), waits);
    return () => clearTimeout(timer);
  }, []);
  const { data } = api.useQuery(
    'get',
    '/operations/{operationId}/alerts/overview',
    { params: { path: { operationId } } },
    { meta: { silent: true }, enabled: due, staleTime: 300_000, retry: false },
  );
  const unread = data?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <Box
      component="span"
      sx={{
        ml: 1,
        px: 0.75,
        minWidth: 20,
        borderRadius: 5,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        fontSize: '0.75rem',
        fontWeight: 650,
        textAlign: 'center',
      }}
    >
      <span aria-hidden>{unread > 99 ? '99+' : unread}</span>
      <span style={visuallyHidden}>{t('shell.nav.alertsUnread', { smart_count: unread })}</span>
    </Box>
  );
}
