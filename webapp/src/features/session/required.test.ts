import { describe, expect, it } from 'vitest';
import { allRequired } from './required';

const check = (form: Record<string, string>) =>
  allRequired<Record<string, string>>()(form, undefined, { fields: {}, shouldUseNativeValidation: false });

describe('a form whose fields are all required', () => {
  it('names each that is empty, and gives nothing', async () => {
    const { values, errors } = await check({ email: '  ', password: '' });
    expect(values).toEqual({});
    expect(Object.entries(errors).map(([name, error]) => [name, error?.message])).toEqual([
      ['email', 'session.required'],
      ['password', 'session.required'],
    ]);
  });

  it('takes outer spaces off but of a password', async () => {
    expect(await check({ email: ' a@b.c ', password: ' x ' })).toEqual({
      values: { email: 'a@b.c', password: ' x ' },
      errors: {},
    });
  });
});
