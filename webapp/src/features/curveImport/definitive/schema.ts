import { z } from 'zod';

/** Declaring a month definitive: which one, and why. */
export const declaration = z.object({
  month: z.string({ error: 'design.required' }).regex(/^\d{4}-\d{2}$/, 'design.required'),
  reason: z
    .string({ error: 'design.required' })
    .trim()
    .min(3, 'curveImport.months.reasonShort')
    .max(500, 'curveImport.months.reasonLong'),
});

export type Declaration = z.infer<typeof declaration>;
