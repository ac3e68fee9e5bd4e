import Alert from '@mui/material/Alert';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { Schemas } from '@openpmo/sdk';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { FormDialog } from '../../../design/FormDialog';
import { notify } from '../../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../../design/useProblemText';
import { type BankLine, useSetAside } from './queries';

type Reason = Schemas['BankAsideReason'];

const reasons: readonly Reason[] = ['FEE', 'OWN_TRANSFER', 'OTHER_BUSINESS', 'ALREADY_KNOWN', 'OTHER_OPERATION'];

interface AsideDialogProps {
  lines: readonly BankLine[];
  onDone: () => void;
  onClose: () => void;
}

/** Letters of a note. What is longer is told: nothing that was typed is cut. */
const noteAtMost = 200;

/** Says of open lines why they concern no invoice. */
export function AsideDialog({ lines, onDone, onClose }: AsideDialogProps) {
  useRefusalTexts();
  const t = useT();
  const words = useErrorText();
  const setAside = useSetAside(useOperation().id);
  const [reason, setReason] = useState<Reason>('OTHER_BUSINESS');
  const [note, setNote] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAside.mutate(
      { ids: lines.map(({ id }) => id), reason, ...(note.trim() && { note: note.trim() }) },
      {
        onSuccess: () => {
          notify(t('payments.bank.asideDone', { smart_count: lines.length }));
          onDone();
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('payments.bank.asideTitle', { smart_count: lines.length })}
      confirmLabel={t('payments.bank.setAside')}
      pending={setAside.isPending}
      disabled={note.trim().length > noteAtMost}
      width="xs"
      onSubmit={submit}
      onClose={onClose}
    >
      {setAside.error && (
        <Alert severity="error" role="alert">
          {words(asApiError(setAside.error))}
        </Alert>
      )}
      <TextField
        select
        id="bank-aside-reason"
        label={t('payments.bank.asideReason')}
        value={reason}
        onChange={({ target }) => setReason(target.value as Reason)}
      >
        {reasons.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`enums.BankAsideReason.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        id="bank-aside-note"
        label={t('payments.bank.asideNote')}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        error={note.trim().length > noteAtMost}
        helperText={t('payments.bank.asideNoteHint', { max: noteAtMost })}
      />
    </FormDialog>
  );
}
