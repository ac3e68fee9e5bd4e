import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';

type InputProps = Pick<
  OutlinedInputProps,
  | 'autoComplete'
  | 'autoFocus'
  | 'endAdornment'
  | 'inputRef'
  | 'name'
  | 'onBlur'
  | 'onChange'
  | 'onKeyUp'
  | 'type'
  | 'value'
>;

export interface PlainFieldProps extends InputProps {
  id: string;
  label: string;
  message?: string | undefined;
  wrong?: boolean;
}

/** A field of one line as TextField draws it, without the menus that choices need: for the pages before the sign-in. */
export function PlainField({ id, label, message, wrong = false, ...input }: PlainFieldProps) {
  const messageId = message ? `${id}-helper-text` : undefined;
  return (
    <FormControl variant="outlined" size="small" fullWidth error={wrong}>
      <InputLabel htmlFor={id} id={`${id}-label`}>
        {label}
      </InputLabel>
      <OutlinedInput {...input} id={id} label={label} aria-describedby={messageId} />
      {message && <FormHelperText id={messageId}>{message}</FormHelperText>}
    </FormControl>
  );
}
