import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import ViewWeek from '@mui/icons-material/ViewWeek';
import Box from '@mui/material/Box';
import MuiButton from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import { useId, useState } from 'react';
import { Button, useResourceContext, useStore, useTranslate } from 'react-admin';

/** A column that may be hidden: the field it shows, and its label where it has one of its own. */
export interface ChoosableColumn {
  source: string;
  label?: string | undefined;
}

/**
 * Which columns of the list are shown, and in which order, kept where `DataTable` of react-admin reads it.
 * Each line is a box and two buttons beside one another: the menu of react-admin nests its switches within options,
 * which no screen reader reaches, and moves columns by the mouse alone.
 */
export function ColumnsMenu({ columns }: { columns: readonly ChoosableColumn[] }) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [hidden, setHidden] = useStore<string[]>(`${resource}.datatable`, []);
  const [ranks, setRanks] = useStore<number[] | undefined>(`${resource}.datatable_columnRanks`);
  // What a list has since it was ordered stands behind the others.
  const known = (ranks ?? []).filter((at) => at < columns.length);
  const order = [...known, ...columns.map((_, at) => at).filter((at) => !known.includes(at))];
  const title = translate('ra.action.select_columns');
  const move = (place: number, by: 1 | -1) => {
    const next = [...order];
    const [one] = next.splice(place, 1);
    if (one !== undefined) next.splice(place + by, 0, one);
    setRanks(next);
  };
  return (
    <>
      <Button
        label={title}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ViewWeek />
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': id, sx: { p: 1.5 } } }}
      >
        <Box component="h2" id={id} sx={{ m: 0, mb: 0.5, px: 0.5, fontSize: '1rem' }}>
          {title}
        </Box>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {order.map((at, place) => {
            const column = columns[at];
            if (!column) return null;
            const name = column.label ?? translate(`resources.${resource}.fields.${column.source}`);
            const shown = !hidden.includes(column.source);
            return (
              <Box component="li" key={column.source} sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
                <FormControlLabel
                  label={name}
                  control={
                    <Checkbox
                      size="small"
                      checked={shown}
                      onChange={() =>
                        setHidden(shown ? [...hidden, column.source] : hidden.filter((one) => one !== column.source))
                      }
                    />
                  }
                  sx={{ mr: 'auto', ml: 0 }}
                />
                <IconButton
                  size="small"
                  aria-label={`${translate('ra.action.move_up')} : ${name}`}
                  disabled={place === 0}
                  onClick={() => move(place, -1)}
                >
                  <ArrowUpward fontSize="small" />
                </IconButton>
                <IconButton
                  size="small"
                  aria-label={`${translate('ra.action.move_down')} : ${name}`}
                  disabled={place === order.length - 1}
                  onClick={() => move(place, 1)}
                >
                  <ArrowDownward fontSize="small" />
                </IconButton>
              </Box>
            );
          })}
        </Box>
        <MuiButton
          size="small"
          onClick={() => {
            setRanks(undefined);
            setHidden([]);
          }}
        >
          {translate('ra.action.reset')}
        </MuiButton>
      </Popover>
    </>
  );
}
