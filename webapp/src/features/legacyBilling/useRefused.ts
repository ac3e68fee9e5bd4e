import { asApiError } from '@openpmo/sdk';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { notify } from '../../design/snackbars';
import { useProblemText } from '../../design/useProblemText';

/** Puts what the server refuses to the field of the form that it is about; else it is said. */
export function useRefused<V extends FieldValues>(setError: UseFormSetError<V>, fields: Record<string, FieldPath<V>>) {
  const words = useProblemText();
  return (error: unknown) => {
    const failure = asApiError(error);
    const items = failure?.fields?.length ? failure.fields : failure?.problem ? [failure.problem] : [];
    let placed = false;
    for (const item of items) {
      const field = 'field' in item && item.field ? fields[item.field] : undefined;
      if (!field) continue;
      setError(field, { type: 'server', message: words(item) }, { shouldFocus: !placed });
      placed = true;
    }
    if (!placed) notify(words(failure), { variant: 'error' });
  };
}
