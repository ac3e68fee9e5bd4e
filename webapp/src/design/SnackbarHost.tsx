import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import { useEffect, useState } from 'react';
import { dismiss, type Snackbar, useSnackbars } from './snackbars';

/** The notification area: one for the whole application. Hovering or focusing it stops the clocks. */
export function SnackbarHost() {
  const t = useT();
  const snackbars = useSnackbars();
  const [paused, setPaused] = useState(false);
  return (
    <Stack
      component="section"
      aria-label={t('design.notifications')}
      className="no-print"
      spacing={1}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      sx={{ position: 'fixed', zIndex: 'snackbar', bottom: 16, left: 16, maxWidth: 'min(480px, calc(100vw - 32px))' }}
    >
      <Region snackbars={snackbars.filter((one) => one.variant !== 'error')} paused={paused} live="polite" />
      <Region snackbars={snackbars.filter((one) => one.variant === 'error')} paused={paused} live="assertive" />
    </Stack>
  );
}

/** A live region must be on the page before its text arrives, so both are always there. */
function Region(props: { snackbars: readonly Snackbar[]; paused: boolean; live: 'polite' | 'assertive' }) {
  return (
    <Stack spacing={1} aria-live={props.live} aria-atomic="false">
      {props.snackbars.map((one) => (
        <Item key={one.id} snackbar={one} paused={props.paused} />
      ))}
    </Stack>
  );
}

function Item({ snackbar, paused }: { snackbar: Snackbar; paused: boolean }) {
  const t = useT();
  const { id, duration, undo } = snackbar;
  useEffect(() => {
    if (paused || duration === undefined) return;
    const timer = setTimeout(() => dismiss(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration, paused]);
  return (
    <Alert
      severity={snackbar.variant}
      variant="outlined"
      // The region around announces; a role of its own would announce twice.
      role="presentation"
      sx={{ bgcolor: 'background.paper', boxShadow: 4, alignItems: 'center' }}
      action={
        <>
          {undo && (
            <Button
              size="small"
              onClick={() => {
                dismiss(id);
                undo();
              }}
            >
              {t('design.undo')}
            </Button>
          )}
          <Button size="small" color="inherit" onClick={() => dismiss(id)}>
            {t('design.ok')}
          </Button>
        </>
      }
    >
      {snackbar.text}
    </Alert>
  );
}
