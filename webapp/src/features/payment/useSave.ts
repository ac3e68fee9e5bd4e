import { asApiError } from '@openpmo/sdk';
import type { UseMutationResult } from '@tanstack/react-query';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';

/** Sends a form and closes it; what the server refuses is said at its field. */
export function useSave<Form extends FieldValues, Output>(
  save: UseMutationResult<Output, Error, Form>,
  setError: UseFormSetError<Form>,
  saved: (form: Form) => string,
  onClose: () => void,
) {
  const words = useErrorText();
  return (form: Form) =>
    save.mutate(form, {
      onSuccess: () => {
        notify(saved(form));
        onClose();
      },
      onError: (error) => {
        const failure = asApiError(error);
        const items = failure?.fields ?? [];
        for (const item of items) {
          const field = item.field !== undefined && item.field in form ? item.field : 'root';
          setError(field as FieldPath<Form>, { type: 'server', message: words(item) });
        }
        if (items.length === 0) setError('root', { type: 'server', message: words(failure) });
      },
    });
}
