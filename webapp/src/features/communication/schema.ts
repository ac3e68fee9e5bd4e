import { z } from 'zod';

/** As the contract has them. */
export const subjectLetters = 200;
export const bodyLetters = 20_000;

export const messageSchema = z.object({
  subject: z.string().trim().min(1, 'errors.field.required').max(subjectLetters, 'communication.form.tooLong'),
  body: z.string().trim().min(1, 'errors.field.required').max(bodyLetters, 'communication.form.tooLong'),
});

export type MessageForm = z.infer<typeof messageSchema>;
