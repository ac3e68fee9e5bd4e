import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import { type FormEventHandler, type ReactNode, useId } from 'react';
import { ProblemList } from './ProblemList';

interface FormDialogProps {
  title: string;
  confirmLabel: string;
  pending: boolean;
  /** Why the server refused. */
  error: unknown;
  destructive?: boolean;
  wide?: boolean;
  onSubmit: FormEventHandler;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog: what is asked, what the server said, and the two buttons. */
export function FormDialog(props: FormDialogProps) {
  const { title, confirmLabel, pending, error, destructive = false, wide = false, onSubmit, onClose, children } = props;
  const t = useT();
  const titleId = useId();
  return (
    <Dialog open onClose={pending ? undefined : onClose} aria-labelledby={titleId} maxWidth={wide ? 'md' : 'sm'}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <form onSubmit={onSubmit} noValidate style={{ display: 'contents' }}>
        <DialogContent sx={{ pt: 1 }}>
          <Stack spacing={2}>
            {children}
            <ProblemList error={error} />
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={pending}>
            {t('design.cancel')}
          </Button>
          <Button type="submit" variant="contained" color={destructive ? 'error' : 'primary'} loading={pending}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
