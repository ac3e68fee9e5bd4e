import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { useOperation } from '../../../api/operations';
import { useParticipants } from '../queries';

interface ChoiceFieldProps<V extends string> {
  label: string;
  value: V | undefined;
  options: readonly { value: V; label: string }[];
  disabled: boolean;
  /** What an empty choice means; without it a choice must be made. */
  empty?: string;
  hint?: string;
  onChange: (value: V | undefined) => void;
}

/** One of a few. */
export function ChoiceField<V extends string>(props: ChoiceFieldProps<V>) {
  const { label, value, options, disabled, empty, hint, onChange } = props;
  return (
    <TextField
      select
      size="small"
      label={label}
      required={empty === undefined}
      disabled={disabled}
      helperText={hint}
      value={value ?? ''}
      onChange={(event) => onChange((event.target.value || undefined) as V | undefined)}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">{empty ?? '–'}</MenuItem>
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface SiteFieldProps {
  value: string | undefined;
  disabled: boolean;
  onChange: (dsoId: string | undefined) => void;
}

/** A site of the operation, by name and number. One meter that changed hands is there once. */
export function SiteField({ value, disabled, onChange }: SiteFieldProps) {
  const t = useT();
  const { data } = useParticipants(useOperation().id);
  const options = useMemo(() => {
    const names = new Map((data ?? []).map(({ dsoId, name }) => [dsoId, name]));
    return [...names].map(([dsoId, name]) => ({ value: dsoId, label: `${name} · ${dsoId}` }));
  }, [data]);
  const known = value === undefined || value === '' || options.some((option) => option.value === value);
  return (
    <ChoiceField
      label={t('enums.FileQuestionKind.SITE')}
      value={value}
      options={known ? options : [...options, { value, label: value }]}
      disabled={disabled}
      onChange={onChange}
    />
  );
}
