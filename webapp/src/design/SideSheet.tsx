import Close from '@mui/icons-material/Close';
import OpenInFull from '@mui/icons-material/OpenInFull';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { type Thing, thingPath } from '../api/addresses';
import { useOperation } from '../api/operations';
import { useOpens } from './ThingLink';

export interface SideSheetProps {
  title: string;
  subtitle?: ReactNode;
  /** Name of the closing button; "close" when absent. */
  closeLabel?: string;
  /** How wide it is beside the page; 560 pixels when absent. */
  width?: number;
  /** The page of what the sheet gives a quick look at. */
  page?: { thing: Thing; id: string };
  /** What stays below while the rest is scrolled. */
  foot?: ReactNode;
  /** The content fills the sheet and scrolls by itself, as a form does above its buttons. */
  filled?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A sheet over the right of the page; the whole screen on a phone. Keys scroll it, whatever stands in it. */
export function SideSheet(props: SideSheetProps) {
  const { title, subtitle, closeLabel, width = 560, page, foot, filled = false, onClose, children } = props;
  const t = useT();
  const id = useId();
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': id,
          sx: { width: { xs: '100%', sm: width }, maxWidth: '100%', display: 'flex', flexDirection: 'column' },
        },
      }}
    >
      <Box
        component="header"
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: { xs: 2, sm: 3 },
          py: 1.5,
          borderBottom: '1px solid',
          borderColor: 'divider',
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h2" id={id} sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          {subtitle && (
            <Typography component="div" color="textSecondary" sx={{ mt: 0.25 }}>
              {subtitle}
            </Typography>
          )}
        </Box>
        {page && <PageButton {...page} />}
        <IconButton onClick={onClose} aria-label={closeLabel ?? t('design.close')} edge="end">
          <Close />
        </IconButton>
      </Box>
      {filled ? (
        children
      ) : (
        <Box
          role="region"
          aria-labelledby={id}
          tabIndex={0}
          sx={{ flex: 1, overflow: 'auto', p: { xs: 2, sm: 3 }, '&:focus-visible': { outlineOffset: '-3px' } }}
        >
          {children}
        </Box>
      )}
      {foot}
    </Drawer>
  );
}

/** The way from a quick look to the whole page. */
function PageButton({ thing, id }: { thing: Thing; id: string }) {
  const t = useT();
  const operation = useOperation();
  if (!useOpens()(thing)) return null;
  return (
    <Button
      component={Link}
      to={thingPath(operation.id, thing, id)}
      size="small"
      color="inherit"
      variant="outlined"
      startIcon={<OpenInFull />}
      sx={{ flex: 'none' }}
    >
      {t('design.openPage')}
    </Button>
  );
}
