import Visibility from '@mui/icons-material/Visibility';
import VisibilityOff from '@mui/icons-material/VisibilityOff';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { useT } from '@openpmo/ui/i18n/context';
import { type KeyboardEvent, useState } from 'react';
import { PlainField, type PlainFieldProps } from '../../design/PlainField';

type PasswordInputProps = Omit<PlainFieldProps, 'type' | 'endAdornment' | 'onKeyUp' | 'message' | 'autoComplete'> & {
  autoComplete: 'current-password' | 'new-password';
  error: string | undefined;
  hint?: string | undefined;
};

/** A password that can be shown and pasted, with a word when caps lock is on. */
export function PasswordInput({ error, hint, ...field }: PasswordInputProps) {
  const t = useT();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false);
  return (
    <PlainField
      {...field}
      type={shown ? 'text' : 'password'}
      onKeyUp={watchCapsLock}
      wrong={error !== undefined}
      message={error ?? (capsLock ? t('session.login.capsLock') : hint)}
      endAdornment={
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
      }
    />
  );
}
