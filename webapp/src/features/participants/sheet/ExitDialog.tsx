import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useState } from 'react';
import { DayField } from '../../../design/DayField';
import { FormDialog } from '../../../design/FormDialog';
import type { Participant } from '../rows';
import { useChange } from './useChange';

interface ExitDialogProps {
  site: Participant;
  etag: string | undefined;
  onClose: () => void;
}

/** A site leaves by its last day, which is asked of the operator (domain 3.4); nothing is deleted. */
export function ExitDialog({ site, etag, onClose }: ExitDialogProps) {
  const t = useT();
  const formats = useFormats();
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
    <FormDialog
      title={t('participants.exit.title', { name: site.name })}
      confirmLabel={t(exit ? 'participants.exit.change' : 'participants.exit.save')}
      pending={pending}
      width="xs"
      further={
        exit && (
          <Button
            color="inherit"
            variant="outlined"
            disabled={pending}
            onClick={() => change({ exit: null }, t('participants.exit.cancelled'))}
          >
            {t('participants.exit.cancel')}
          </Button>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography>{t('participants.exit.text')}</Typography>
      <DayField
        required
        label={t('participants.field.exit')}
        value={day}
        onChange={(next) => setDay(next || undefined)}
        min={entry}
        error={refusal ?? errorOf('exit')}
      />
    </FormDialog>
  );
}
