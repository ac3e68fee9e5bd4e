import Visibility from '@mui/icons-material/Visibility';
import VisibilityOff from '@mui/icons-material/VisibilityOff';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import { type KeyboardEvent, useState } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { fieldId, useFieldMessage } from '../../design/FormFields';

interface PasswordFieldProps<V extends FieldValues> {
  control: Control<V>;
  name: Path<V>;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
}

/** A password that can be shown and pasted, with a word when caps lock is on. */
export function PasswordField<V extends FieldValues>({
  control,
  name,
  label,
  autoComplete,
  hint,
}: PasswordFieldProps<V>) {
  const t = useT();
  const { field, fieldState } = useController({ control, name });
  const message = useFieldMessage()(fieldState.error?.message);
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false);
  const { ref, ...bound } = field;
  return (
    <TextField
      {...bound}
      id={fieldId(name)}
      inputRef={ref}
      type={shown ? 'text' : 'password'}
      label={label}
      autoComplete={autoComplete}
      onKeyUp={watchCapsLock}
      error={message !== undefined}
      helperText={message ?? (capsLock ? t('session.login.capsLock') : hint)}
      slotProps={{
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                aria-label={t(shown ? 'session.login.hide' : 'session.login.show')}
                aria-pressed={shown}
                onClick={() => setShown(!shown)}
              >
                {shown ? <VisibilityOff /> : <Visibility />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
