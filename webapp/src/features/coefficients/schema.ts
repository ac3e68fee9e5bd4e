import { z } from 'zod';
import { day } from '../keys/schema';

/** What became of coefficients that were sent. */
export const stepSchema = z.object({
  status: z.enum(['SENT', 'ACKNOWLEDGED', 'REFUSED', 'APPLIED']),
  date: day,
  note: z.string().trim().max(500, 'allocation.save.reasonTooLong'),
});
export type StepForm = z.output<typeof stepSchema>;
