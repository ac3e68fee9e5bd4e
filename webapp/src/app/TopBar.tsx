import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { layout } from '@openpmo/ui/theme/tokens';
import { Link } from 'react-router';
import type { Operation } from '../api/operations';
import type { Session } from '../api/session';
import { AfterFirst } from '../design/AfterFirst';
import { ThemeSwitch } from '../design/ThemeSwitch';
import { LanguageSwitch } from '../features/session/LanguageSwitch';
import { AccountMenu } from './AccountMenu';
import { homePath } from './navigation';
import { OwnJobs } from './OwnJobs';
import { SearchButton } from './SearchButton';

interface TopBarProps {
  operation: Operation | undefined;
  session: Session;
  /** Absent: the menu stands elsewhere. */
  onMenu: (() => void) | undefined;
}

/** Where one is, and what belongs to the person rather than to the page. */
export function TopBar({ operation, session, onMenu }: TopBarProps) {
  const t = useT();
  return (
    <Box
      component="header"
      className="no-print"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        minHeight: layout.topBarHeight,
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        px: { xs: 1, md: 3 },
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      {onMenu && (
        <IconButton onClick={onMenu} aria-label={t('shell.menu.open')} sx={{ display: { lg: 'none' } }}>
          <MenuIcon />
        </IconButton>
      )}
      <Breadcrumbs
        aria-label={t('shell.breadcrumb.label')}
        sx={{
          flex: 1,
          minWidth: 0,
          '& ol': { flexWrap: 'nowrap' },
          '& li': { minWidth: 0 },
          '& li:first-of-type': { flex: 'none' },
        }}
      >
        <MuiLink component={Link} to={homePath} color="inherit">
          {t('shell.breadcrumb.operations')}
        </MuiLink>
        {operation && <Typography noWrap>{operation.name}</Typography>}
      </Breadcrumbs>
      <AfterFirst>
        <OwnJobs />
      </AfterFirst>
      <SearchButton operation={operation} session={session} />
      <AfterFirst>
        {/* On phones these two are found among one’s own settings, and the bar says where one is. */}
        <Box sx={{ display: { xs: 'none', sm: 'contents' } }}>
          <LanguageSwitch session={session} />
          <ThemeSwitch />
        </Box>
        <AccountMenu session={session} />
      </AfterFirst>
    </Box>
  );
}
