import { isDay } from '@openpmo/ui/formats/date';
import { z } from 'zod';

const reason = z.string().trim().min(3, 'allocation.save.reasonRequired').max(500, 'allocation.save.reasonTooLong');

/** A day that must be given. */
export const day = z
  .string({ error: 'allocation.save.dateRequired' })
  .refine((value) => isDay(value), 'errors.date.invalid');

/** From when a key or seasons hold, and why. */
export const inForceSchema = z.object({ effectiveDate: day, reason });
export type InForceForm = z.output<typeof inForceSchema>;

/** What a draft is called. */
export const draftSchema = z.object({
  name: z.string().trim().min(1, 'allocation.draft.nameRequired').max(100, 'allocation.draft.nameTooLong'),
});
export type DraftForm = z.output<typeof draftSchema>;
