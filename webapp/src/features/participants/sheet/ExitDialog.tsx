import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useId, useState } from 'react';
import type { Participant } from '../rows';
import { DayField } from './DayField';
import { useChange } from './useChange';

interface ExitDialogProps {
  site: Participant;
  etag: string | undefined;
  onClose: () => void;
}

/** A site leaves by its last day, which is asked of the operator (decisions 7); nothing is deleted. */
export function ExitDialog({ site, etag, onClose }: ExitDialogProps) {
  const t = useT();
  const formats = useFormats();
  const id = useId();
  const { entry, exit } = site.activationRange;
  const [day, setDay] = useState(exit);
  const [refusal, setRefusal] = useState<string>();
  const { change, pending, errorOf } = useChange({ site, etag, onDone: onClose });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const early = day !== undefined && entry !== undefined && day < entry;
    if (!day) setRefusal(t('design.required'));
    else if (early) setRefusal(t('participants.exit.beforeEntry', { entry: formats.day(entry) }));
    else {
      setRefusal(undefined);
      change({ exit: day }, t('participants.exit.saved', { date: formats.day(day) }));
    }
  };
  return (
    <Dialog open onClose={pending ? undefined : onClose} aria-labelledby={id} maxWidth="xs">
      <form onSubmit={submit} noValidate>
        <DialogTitle id={id}>{t('participants.exit.title', { name: site.name })}</DialogTitle>
        <DialogContent>
          <Typography sx={{ mb: 2 }}>{t('participants.exit.text')}</Typography>
          <DayField
            label={t('participants.field.exit')}
            value={day}
            onChange={setDay}
            min={entry}
            error={refusal ?? errorOf('exit')}
          />
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap' }}>
          <Button color="inherit" onClick={onClose} disabled={pending}>
            {t('design.cancel')}
          </Button>
          {exit && (
            <Button
              color="inherit"
              variant="outlined"
              disabled={pending}
              onClick={() => change({ exit: null }, t('participants.exit.cancelled'))}
            >
              {t('participants.exit.cancel')}
            </Button>
          )}
          <Button type="submit" variant="contained" loading={pending}>
            {t(exit ? 'participants.exit.change' : 'participants.exit.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
