import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';

/**
 * Asks for every field of a form of texts, outer spaces aside but in a password. The pages that everybody opens
 * first ask for no more, and go without the library of the larger forms.
 */
export const allRequired =
  <Form extends FieldValues>(): Resolver<Form> =>
  (form) => {
    const texts = Object.entries(form).map(([name, text]) => [name, name === 'password' ? text : text.trim()] as const);
    const missing = texts.filter(([, text]) => text === '');
    if (missing.length === 0) return { values: Object.fromEntries(texts) as Form, errors: {} };
    const errors = missing.map(([name]) => [name, { type: 'required', message: 'session.required' }]);
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Form> };
  };
