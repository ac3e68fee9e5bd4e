import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { RowIcon } from './RowIcon';

export interface RowAction {
  label: string;
  onClick: () => void;
  /** Why it cannot be done now; the entry stays visible with its reason. */
  refused?: string | undefined;
  destructive?: boolean;
}

/** The actions of a row or card, behind one button that names the object. The menu is made when it is opened. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const t = useT();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [made, setMade] = useState(false);
  if (actions.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className="icon-button no-print"
        aria-label={t('design.table.menu', { name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => {
          setMade(true);
          setAnchor(event.currentTarget);
        }}
      >
        <RowIcon name="more" />
      </button>
      {made && (
        <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
          {actions.map(({ label, onClick, refused, destructive }) => (
            <MenuItem
              key={label}
              aria-disabled={refused !== undefined}
              onClick={() => {
                if (refused !== undefined) return;
                setAnchor(null);
                onClick();
              }}
              sx={{ maxWidth: 340, whiteSpace: 'normal', ...(refused ? { cursor: 'default' } : {}) }}
            >
              <ListItemText
                primary={label}
                secondary={refused}
                slotProps={{
                  primary: { sx: { color: refused ? 'text.secondary' : destructive ? 'error.main' : 'text.primary' } },
                  secondary: { sx: { fontSize: '0.75rem' } },
                }}
              />
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
