import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useT } from '@openpmo/ui/i18n/context';
import { useLayoutEffect, useState } from 'react';
import type { FieldError, FieldErrors, FieldValues } from 'react-hook-form';
import { fieldId, useFieldMessage } from './FormFields';

/** After a refused submit: what is wrong, each with a link to its field. */
export function FormSummary<V extends FieldValues>({ errors }: { errors: FieldErrors<V> }) {
  const t = useT();
  const message = useFieldMessage();
  const found = flatten(errors);
  const labels = useLabels(found.map(({ name }) => name));
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
              <Link href={`#${fieldId(name)}`} sx={{ display: 'inline-block', verticalAlign: 'top', py: 0.25 }}>
                {labels[name]
                  ? t('design.form.wrong', { label: labels[name], problem: message(text) ?? '' })
                  : message(text)}
              </Link>
            )}
          </li>
        ))}
      </Box>
    </Alert>
  );
}

/** What fields are called, as their labels stand on the page: two fields may lack the same. */
function useLabels(names: string[]): Record<string, string> {
  const asked = names.join('\n');
  const [labels, setLabels] = useState<Record<string, string>>({});
  useLayoutEffect(() => {
    const all = document.querySelectorAll('label[for]');
    // The label of a list to choose from is for no element; it has an id.
    const of = (name: string) =>
      [...all].find((label) => label.getAttribute('for') === fieldId(name)) ??
      document.getElementById(`${fieldId(name)}-label`);
    // The star of what is required is drawn, and no part of the name.
    const told = (label: Element | null) => label?.textContent?.replace(/[\s\u00A0\u2009]*\*$/, '').trim() ?? '';
    setLabels(Object.fromEntries(asked.split('\n').map((name) => [name, told(of(name))])));
  }, [asked]);
  return labels;
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
