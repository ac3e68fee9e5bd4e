import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import { z } from 'zod';

const message = (key: MessageKey) => key;

/** Length asked of a new password, as `session.password.rule` says it; the server has the last word. */
const passwordLength = 12;

export const passwordSchema = z
  .object({
    oldPassword: z.string().min(1, message('session.required')),
    newPassword: z.string().min(passwordLength, message('session.password.rule')),
    confirmation: z.string().min(1, message('session.required')),
  })
  .refine((form) => form.newPassword === form.confirmation, {
    path: ['confirmation'],
    message: message('session.password.mismatch'),
  })
  .refine((form) => form.newPassword !== form.oldPassword, {
    path: ['newPassword'],
    message: message('session.password.same'),
  });
/** The first password of an account; `first` = of all, which names itself. */
export const activationSchema = (first: boolean) =>
  z
    .object({
      email: first ? z.string().trim().min(1, message('session.required')) : z.string(),
      newPassword: z.string().min(passwordLength, message('session.password.rule')),
      confirmation: z.string().min(1, message('session.required')),
      code: z.string().trim(),
    })
    .refine((form) => form.newPassword === form.confirmation, {
      path: ['confirmation'],
      message: message('session.password.mismatch'),
    });
export type ActivationForm = z.infer<ReturnType<typeof activationSchema>>;
export type PasswordForm = z.infer<typeof passwordSchema>;
