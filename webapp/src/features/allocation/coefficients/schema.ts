import { z } from 'zod';
import { day } from '../key/schema';

/** What became of coefficients that were sent. */
export const stepSchema = z.object({
  status: z.enum(['SENT', 'ACKNOWLEDGED', 'REFUSED', 'APPLIED']),
  date: day,
  note: z.string().trim().max(500, 'allocation.save.reasonTooLong'),
  /** Only asked where the set is out of date: then it must be said. */
  acceptOutdated: z.literal(true, { error: 'allocation.step.acceptOutdatedRequired' }).optional(),
});
export type StepForm = z.output<typeof stepSchema>;
