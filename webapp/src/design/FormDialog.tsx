import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import { type FormEventHandler, type ReactNode, useId } from 'react';

export interface FormDialogProps {
  title: string;
  confirmLabel: string;
  /** What the other button says; "cancel" when absent. */
  closeLabel?: string;
  /** While the server is asked, the dialog stays. */
  pending: boolean;
  /** Nothing can be confirmed yet. */
  disabled?: boolean;
  destructive?: boolean;
  /** `sm` when absent. */
  width?: 'xs' | 'sm' | 'md' | 'lg';
  /** Space between the fields, in steps of the theme. */
  spacing?: number;
  /** A third button, between the two. */
  further?: ReactNode;
  onSubmit: FormEventHandler;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog: what is asked, and the two buttons. */
export function FormDialog(props: FormDialogProps) {
  const { title, confirmLabel, closeLabel, pending, disabled = false, destructive = false } = props;
  const { width = 'sm', spacing = 2, further, onSubmit, onClose, children } = props;
  const t = useT();
  const titleId = useId();
  return (
    <Dialog open onClose={pending ? undefined : onClose} aria-labelledby={titleId} maxWidth={width}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <form onSubmit={onSubmit} noValidate style={{ display: 'contents' }}>
        <DialogContent sx={{ pt: 1 }}>
          <Stack spacing={spacing}>{children}</Stack>
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap' }}>
          <Button color="inherit" onClick={onClose} disabled={pending}>
            {closeLabel ?? t('design.cancel')}
          </Button>
          {further}
          <Button
            type="submit"
            variant="contained"
            color={destructive ? 'error' : 'primary'}
            loading={pending}
            disabled={disabled}
          >
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
