import UnfoldMore from '@mui/icons-material/UnfoldMore';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Operation, useLogo } from '../api/operations';
import { homePath } from './navigation';

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

/** The operation that is open, and the way to another one. */
export function OperationSwitcher({
  operation,
  operations,
}: {
  operation: Operation;
  operations: readonly Operation[];
}) {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  const single = operations.length < 2;
  const logo = useLogo(operation);
  return (
    <>
      <ButtonBase
        disabled={single}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup={single ? undefined : 'menu'}
        aria-expanded={anchor !== null}
        sx={{
          width: '100%',
          p: 1,
          gap: 1,
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          textAlign: 'left',
          justifyContent: 'flex-start',
        }}
      >
        {logo ? (
          <Box
            component="img"
            src={logo}
            alt=""
            sx={{ maxWidth: 72, height: 32, objectFit: 'contain', borderRadius: 1, bgcolor: 'common.white' }}
          />
        ) : (
          <Avatar
            variant="rounded"
            aria-hidden
            sx={{
              width: 32,
              height: 32,
              fontSize: '0.8125rem',
              fontWeight: 700,
              bgcolor: 'secondary.main',
              color: 'secondary.contrastText',
            }}
          >
            {initials(operation.name)}
          </Avatar>
        )}
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography noWrap sx={{ fontWeight: 650 }}>
            {operation.name}
          </Typography>
          <Typography variant="caption" component="p" noWrap color="textSecondary">
            {t(`enums.Dso.${operation.dso}`)} · {t('shell.operation.sites', { smart_count: operation.sitesNumber })}
          </Typography>
        </Box>
        {!single && <UnfoldMore fontSize="small" aria-label={t('shell.operation.switch')} />}
      </ButtonBase>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        slotProps={{ paper: { variant: 'outlined', sx: { minWidth: 236 } } }}
      >
        {operations.slice(0, 12).map((one) => (
          <MenuItem
            key={one.id}
            component={Link}
            to={`${homePath}/operations/${one.id}`}
            selected={one.id === operation.id}
            onClick={close}
          >
            {one.name}
          </MenuItem>
        ))}
        <Divider />
        <MenuItem component={Link} to={homePath} onClick={close}>
          {t('shell.operation.all')}
        </MenuItem>
      </Menu>
    </>
  );
}
