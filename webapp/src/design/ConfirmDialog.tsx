import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, type ReactNode, useId, useState } from 'react';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** Names the object and the count, and says what cannot be undone. */
  children: ReactNode;
  confirmLabel: string;
  /** Where the usual word for leaving would be the act itself. */
  dismissLabel?: string;
  destructive?: boolean;
  /** A word that must be typed first, for what cannot be undone. */
  typed?: string;
  pending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action. It opens on the cancel button, so that Enter alone does nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    confirmLabel,
    dismissLabel,
    destructive = false,
    typed,
    pending = false,
    onConfirm,
    onClose,
  } = props;
  const t = useT();
  const id = useId();
  const [word, setWord] = useState('');
  const [missed, setMissed] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = typed !== undefined && word.trim() !== typed;
    setMissed(wrong);
    if (!wrong && !pending) onConfirm();
  };
  return (
    <Dialog open={open} onClose={pending ? undefined : onClose} aria-labelledby={id}>
      <form onSubmit={submit}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          {children}
          {typed !== undefined && (
            <TextField
              margin="normal"
              label={t('design.confirm.type', { word: typed })}
              value={word}
              onChange={(event) => setWord(event.target.value)}
              error={missed}
              helperText={missed ? t('design.confirm.type', { word: typed }) : undefined}
              autoComplete="off"
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={pending} autoFocus>
            {dismissLabel ?? t('design.cancel')}
          </Button>
          <Button type="submit" variant="contained" color={destructive ? 'error' : 'primary'} loading={pending}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
