import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { DayField } from '../../design/DayField';
import { FormDialog } from '../../design/FormDialog';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { WordsField } from '../../design/WordsField';
import { type AskedKind, useAskRequest } from './queries';

/** Asks to leave, or says that one moves out: until when, and what is to be known. */
export function AskDialog({
  site,
  kind,
  onClose,
}: {
  site: { id: string; name: string };
  kind: AskedKind;
  onClose: () => void;
}) {
  const t = useT();
  const words = useErrorText();
  const [day, setDay] = useState<string>(useFormats().dayOf());
  const [note, setNote] = useState('');
  const ask = useAskRequest();
  const problem = ask.error ? asApiError(ask.error)?.problem : undefined;
  return (
    <FormDialog
      title={t(`rights.ask.${kind}`)}
      confirmLabel={t('rights.ask.send')}
      pending={ask.isPending}
      disabled={!day}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate(
          {
            params: { path: { participantId: site.id } },
            body: { kind, day, ...(note.trim() && { note: note.trim() }) },
          },
          {
            onSuccess: () => {
              notify(t('rights.ask.sent'));
              onClose();
            },
          },
        );
      }}
    >
      <Typography color="textSecondary">{t(`rights.ask.${kind}.advice`, { site: site.name })}</Typography>
      <DayField required label={t('rights.ask.day')} value={day} onChange={setDay} />
      <WordsField
        atMost={500}
        multiline
        minRows={2}
        label={t('rights.ask.note')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {problem && (
        <Typography role="alert" color="error">
          {words(problem)}
        </Typography>
      )}
    </FormDialog>
  );
}
