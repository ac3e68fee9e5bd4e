import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Popover from '@mui/material/Popover';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { type ParticipantColumn, useChooseColumns } from '../queriesColumns';

interface ColumnsButtonProps {
  /** What can be shown, in the order of the table. */
  offered: readonly { id: ParticipantColumn; header: string }[];
  /** What is shown. */
  shown: readonly string[];
  /** What is kept though nothing here shows it: columns of other operations. */
  kept: readonly ParticipantColumn[];
  /** Whether the reader chose: else the width of the screen does. */
  chosen: boolean;
}

/** Which columns the table has, for the reader alone and on every machine. One stays. */
export function ColumnsButton({ offered, kept, chosen, ...table }: ColumnsButtonProps) {
  const t = useT();
  const id = useId();
  const choose = useChooseColumns();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // What was ticked here is ahead of the table, which follows the server.
  const [latest, setLatest] = useState<readonly string[]>();
  const shown = latest ?? table.shown;
  const ticked = offered.filter((column) => shown.includes(column.id));
  const toggle = (column: ParticipantColumn) => {
    const next = offered.filter((one) => (one.id === column) !== shown.includes(one.id)).map((one) => one.id);
    setLatest(next);
    choose.mutate([...next, ...kept], { onError: () => setLatest(undefined) });
  };
  const close = () => {
    setAnchor(null);
    setLatest(undefined);
  };
  return (
    <>
      <Button
        color="inherit"
        startIcon={<ViewColumnOutlined />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('participants.columns.action')}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { variant: 'outlined', role: 'dialog', 'aria-labelledby': id, sx: { p: 2 } } }}
      >
        <Typography id={id} component="p" sx={{ fontWeight: 650 }}>
          {t('participants.columns.title')}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t('participants.columns.text')}
        </Typography>
        <Stack sx={{ my: 1 }}>
          {offered.map((column) => (
            <FormControlLabel
              key={column.id}
              label={column.header}
              control={
                <Checkbox
                  checked={shown.includes(column.id)}
                  disabled={ticked.length === 1 && ticked[0]?.id === column.id}
                  onChange={() => toggle(column.id)}
                />
              }
            />
          ))}
        </Stack>
        <Button
          disabled={!chosen}
          onClick={() => {
            setLatest(undefined);
            choose.mutate([]);
          }}
        >
          {t('participants.columns.reset')}
        </Button>
      </Popover>
    </>
  );
}
