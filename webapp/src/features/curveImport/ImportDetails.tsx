import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import { Link } from 'react-router';
import { thingPath } from '../../api/addresses';
import { useOperation } from '../../api/operations';
import { ImportBody } from './ImportBody';
import type { CurveImport } from './imports';

/** One import: its files, and curve by curve what it changed, or why it was refused. */
export function ImportDetails({ shown, onClose }: { shown: CurveImport; onClose: () => void }) {
  const t = useT();
  const formats = useFormats();
  const id = useId();
  const operation = useOperation();
  return (
    <Dialog open fullWidth maxWidth="lg" onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{t('curveImport.details.title', { date: formats.instant(shown.createdAt) })}</DialogTitle>
      <DialogContent>
        <ImportBody shown={shown} />
      </DialogContent>
      <DialogActions>
        <Button component={Link} to={thingPath(operation.id, 'import', shown.id)} color="inherit">
          {t('design.openPage')}
        </Button>
        <Button color="inherit" onClick={onClose} autoFocus>
          {t('design.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
