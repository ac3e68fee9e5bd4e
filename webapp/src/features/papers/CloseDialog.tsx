import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { DayField } from '../../design/DayField';
import { FormDialog } from '../../design/FormDialog';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { WordsField } from '../../design/WordsField';
import { type Paper, type PapersOf, useRefuse, useSign } from './queries';

/** What became of a paper: signed, with the copy, or refused by a tenant. */
export function CloseDialog({
  of,
  paper,
  refuse,
  onClose,
}: {
  of: PapersOf;
  paper: Paper;
  refuse: boolean;
  onClose: () => void;
}) {
  const t = useT();
  const today = useFormats().dayOf();
  const words = useErrorText();
  const sign = useSign(of);
  const refusal = useRefuse(of);
  const [day, setDay] = useState<string>(today);
  const [text, setText] = useState('');
  const [file, setFile] = useState<File>();
  const asked = refuse ? refusal : sign;
  const problem = asked.error ? asApiError(asked.error)?.problem : undefined;
  const done = (words: string) => {
    notify(words);
    onClose();
  };
  return (
    <FormDialog
      title={refuse ? t('papers.refuseTitle') : t('papers.signTitle')}
      confirmLabel={refuse ? t('papers.refuse') : t('papers.sign')}
      pending={asked.isPending}
      disabled={!day || (!refuse && (!file || text.trim() === ''))}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (refuse) {
          refusal.mutate(
            { paperId: paper.id, refusedOn: day, ...(text.trim() && { note: text.trim() }) },
            { onSuccess: () => done(t('papers.refused')) },
          );
        } else if (file) {
          sign.mutate(
            { paperId: paper.id, signedOn: day, signedBy: text.trim(), file },
            { onSuccess: () => done(t('papers.signed')) },
          );
        }
      }}
    >
      <Typography color="textSecondary">
        {paper.participantName} · {t(`enums.PaperKind.${paper.kind}`)}
      </Typography>
      <DayField
        required
        label={refuse ? t('papers.refusedOn') : t('papers.signedOn')}
        value={day}
        onChange={setDay}
        max={today}
      />
      <WordsField
        atMost={200}
        label={refuse ? t('papers.note') : t('papers.signedBy')}
        required={!refuse}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {!refuse && (
        <TextField
          type="file"
          required
          label={t('papers.file')}
          onChange={(event) => setFile((event.target as HTMLInputElement).files?.[0])}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { accept: '.pdf,.png,.jpg,.jpeg' } }}
        />
      )}
      {problem && (
        <Typography role="alert" color="error">
          {words(problem)}
        </Typography>
      )}
    </FormDialog>
  );
}
