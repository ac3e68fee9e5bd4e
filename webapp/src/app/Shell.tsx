import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import Link from '@mui/material/Link';
import { useT } from '@openpmo/ui/i18n/context';
import { layout } from '@openpmo/ui/theme/tokens';
import { useEffect, useState } from 'react';
import { Outlet, useLocation, useMatch } from 'react-router';
import { useOperations } from '../api/operations';
import { useSession } from '../api/session';
import { AfterFirst } from '../design/AfterFirst';
import { homePath } from './navigation';
import { OwnBar, ownBarHeight } from './OwnBar';
import { Rail } from './Rail';
import { TopBar } from './TopBar';
import { ViewBanner } from './ViewBanner';
import { ViewingBanner } from './ViewingBanner';

/**
 * Rail at the left, bar on top, page in the middle: what one came for is drawn before the menu. Under 1200 px the rail is
 * a drawer, so that tables keep their columns. A participant, who has few tables, keeps it down to 900 px and has a bar
 * at the foot below (ADR 133).
 */
export function Shell() {
  const t = useT();
  const session = useSession();
  const { data: operations = [] } = useOperations(session);
  const operationId = useMatch(`${homePath}/operations/:operationId/*`)?.params.operationId;
  const operation = operations.find((one) => one.id === operationId);
  // A participant with one operation has its menu on every page; on a phone it stands at the foot.
  const own =
    session.role === 'participant' ? (operation ?? (operations.length === 1 ? operations[0] : undefined)) : undefined;
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(() => setOpen(false), [pathname]);
  const rail = <Rail operation={own ?? operation} operations={operations} session={session} />;
  return (
    <Box sx={{ display: 'flex', minHeight: '100vh', '@media print': { display: 'block' } }}>
      <Link href="#main" className="no-print" sx={skipLink}>
        {t('shell.skipToContent')}
      </Link>
      <Box
        component="aside"
        className="no-print"
        sx={{
          display: { xs: 'none', [own ? 'md' : 'lg']: 'block' },
          width: layout.railWidth,
          flex: 'none',
          position: 'sticky',
          top: 0,
          height: '100vh',
          overflowY: 'auto',
          borderRight: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
        }}
      >
        <AfterFirst>{rail}</AfterFirst>
      </Box>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { sx: { width: layout.railWidth + 24 }, 'aria-label': t('shell.menu.label') } }}
        sx={{ display: { lg: 'none' } }}
      >
        {rail}
      </Drawer>
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        {session.viewing && <ViewingBanner viewing={session.viewing} />}
        <TopBar operation={operation} session={session} onMenu={own ? undefined : () => setOpen(true)} />
        {operation && <ViewBanner operation={operation} />}
        <Box
          component="main"
          id="main"
          tabIndex={-1}
          sx={{ flex: 1, minWidth: 0, outline: 'none', pb: own ? { xs: `${ownBarHeight}px`, md: 0 } : 0 }}
        >
          <Outlet />
        </Box>
        {own && <OwnBar operation={own} session={session} />}
      </Box>
    </Box>
  );
}

/** On screen only while it has the focus. */
const skipLink = {
  position: 'fixed',
  zIndex: 'tooltip',
  top: 8,
  left: 8,
  px: 2,
  py: 1,
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  transform: 'translateY(-200%)',
  '&:focus': { transform: 'none' },
};
