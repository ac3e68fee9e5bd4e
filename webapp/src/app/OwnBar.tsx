import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useT } from '@openpmo/ui/i18n/context';
import { NavLink } from 'react-router';
import type { Operation } from '../api/operations';
import type { Session } from '../api/session';
import { ownEntriesFor } from './navigation';
import { ownIcons } from './navigationIcons';

/** Height of the bar: a phone's page keeps so much room below. */
export const ownBarHeight = 56;

/** A participant's menu on a phone, at the foot of the screen, under the thumb. */
export function OwnBar({ operation, session }: { operation: Operation; session: Session }) {
  const t = useT();
  return (
    <Box
      component="nav"
      aria-label={t('shell.menu.label')}
      className="no-print"
      sx={{
        display: { xs: 'flex', md: 'none' },
        position: 'fixed',
        insetInline: 0,
        bottom: 0,
        zIndex: 'appBar',
        height: `calc(${ownBarHeight}px + env(safe-area-inset-bottom))`,
        pb: 'env(safe-area-inset-bottom)',
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      {ownEntriesFor(operation, session).map(({ key, to, short }) => {
        const Icon = ownIcons[key];
        return (
          <ButtonBase
            key={key}
            component={NavLink}
            to={to}
            sx={{
              flex: '1 1 0',
              minWidth: 0,
              flexDirection: 'column',
              gap: 0.25,
              fontSize: '0.75rem',
              color: 'text.secondary',
              '&.active': { color: 'primary.main', fontWeight: 650 },
            }}
          >
            <Icon aria-hidden sx={{ fontSize: 22 }} />
            {t(short)}
          </ButtonBase>
        );
      })}
    </Box>
  );
}
