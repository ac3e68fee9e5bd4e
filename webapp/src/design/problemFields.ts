import { asApiError } from '@openpmo/sdk';
import { problemText, type Translator } from '@openpmo/ui/i18n/translator';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';

/**
 * Puts the server's field errors where the person typed. Answers false when the error
 * belongs to no field of this form, so that the caller can show it otherwise.
 */
export function setProblemFields<V extends FieldValues>(
  error: unknown,
  known: readonly FieldPath<V>[],
  setError: UseFormSetError<V>,
  translator: Translator,
): boolean {
  const items = asApiError(error)?.fields ?? [];
  let placed = false;
  for (const item of items) {
    // What the server counts in brackets, forms count by points.
    const at = item.field?.replace(/\[(\d+)\]/g, '.$1');
    const name = known.find((field) => field === at);
    if (!name) continue;
    setError(name, { type: 'server', message: problemText(translator, item) }, { shouldFocus: !placed });
    placed = true;
  }
  return placed;
}
