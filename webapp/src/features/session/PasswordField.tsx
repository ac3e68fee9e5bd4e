import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { fieldId, useFieldMessage } from '../../design/FormFields';
import { PasswordInput } from './PasswordInput';

interface PasswordFieldProps<V extends FieldValues> {
  control: Control<V>;
  name: Path<V>;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
}

/** A password in a form that is checked against a schema. */
export function PasswordField<V extends FieldValues>({ control, name, ...rest }: PasswordFieldProps<V>) {
  const { field, fieldState } = useController({ control, name });
  const error = useFieldMessage()(fieldState.error?.message);
  const { ref, ...bound } = field;
  return <PasswordInput {...rest} {...bound} id={fieldId(name)} inputRef={ref} error={error} />;
}
