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
