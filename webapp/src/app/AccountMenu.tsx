import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Session } from '../api/session';
import { homePath } from './navigation';

const initialsOf = ({ firstname, lastname, email }: Session) =>
  ((firstname?.charAt(0) ?? '') + (lastname?.charAt(0) ?? '') || email.slice(0, 2)).toUpperCase();

/** The signed-in person: own account, terms, back-office for admins, the way out. */
export function AccountMenu({ session }: { session: Session }) {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        aria-label={t('shell.account.menu', { initials: initialsOf(session) })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Avatar
          sx={{ width: 30, height: 30, fontSize: '0.75rem', bgcolor: 'primary.main', color: 'primary.contrastText' }}
        >
          {initialsOf(session)}
        </Avatar>
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ paper: { variant: 'outlined', sx: { minWidth: 220 } } }}
      >
        <Box component="li" role="none" sx={{ px: 2, py: 1 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{session.email}</Typography>
          <Typography variant="caption" color="textSecondary">
            {t(`enums.Role.${session.role}`)}
          </Typography>
        </Box>
        <Divider />
        <MenuItem component={Link} to={`${homePath}/account`} onClick={close}>
          {t('shell.account.own')}
        </MenuItem>
        <MenuItem component={Link} to={`${homePath}/glossary`} onClick={close}>
          {t('shell.account.glossary')}
        </MenuItem>
        <MenuItem component={Link} to={`${homePath}/terms`} onClick={close}>
          {t('shell.account.terms')}
        </MenuItem>
        {session.role === 'admin' && (
          <MenuItem component="a" href="/admin">
            {t('shell.account.admin')}
          </MenuItem>
        )}
        <Divider />
        <MenuItem component={Link} to="/logout" onClick={close}>
          {t('shell.account.logout')}
        </MenuItem>
      </Menu>
    </>
  );
}
