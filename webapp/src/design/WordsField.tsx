import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import { useRef } from 'react';
import { useSendOnlyWhenGood } from './sendOnly';

export type WordsFieldProps = TextFieldProps & { value: string; atMost: number };

/** Whether a text has more letters than are kept of it, as the server counts them. */
export const isTooLong = (text: string, atMost: number) => [...text.trim()].length > atMost;

/** A text of so many letters. One that is longer is told and keeps its form from being sent: nothing is cut. */
export function WordsField({ atMost, ...field }: WordsFieldProps) {
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  const tooLong = isTooLong(field.value, atMost);
  useSendOnlyWhenGood(frame, tooLong);
  return (
    <TextField
      {...field}
      ref={frame}
      error={tooLong || (field.error ?? false)}
      helperText={tooLong ? t('design.tooLong', { max: atMost }) : field.helperText}
    />
  );
}
