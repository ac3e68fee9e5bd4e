import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useT } from '@openpmo/ui/i18n/context';
import type { FieldError, FieldErrors, FieldValues } from 'react-hook-form';
import { fieldId, useFieldMessage } from './FormFields';

/** After a refused submit: what is wrong, each with a link to its field. */
export function FormSummary<V extends FieldValues>({ errors }: { errors: FieldErrors<V> }) {
  const t = useT();
  const message = useFieldMessage();
  const found = flatten(errors);
  if (found.length === 0) return null;
  return (
    <Alert severity="error" variant="outlined" role="alert">
      <AlertTitle>{t('design.form.summary', { smart_count: found.length })}</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {found.map(({ name, text }) => (
          <li key={name}>
            {name.startsWith('root') ? (
              message(text)
            ) : (
              // As tall as a target must be (WCAG 2.5.8).
              <Link href={`#${fieldId(name)}`} sx={{ display: 'inline-block', py: 0.25 }}>
                {message(text)}
              </Link>
            )}
          </li>
        ))}
      </Box>
    </Alert>
  );
}

function flatten(errors: object, path = ''): { name: string; text: string }[] {
  return Object.entries(errors).flatMap(([key, value]) => {
    if (typeof value !== 'object' || value === null) return [];
    const name = path ? `${path}.${key}` : key;
    if (isFieldError(value)) return value.message ? [{ name, text: value.message }] : [];
    return flatten(value, name);
  });
}

const isFieldError = (value: object): value is FieldError => 'type' in value && typeof value.type === 'string';
