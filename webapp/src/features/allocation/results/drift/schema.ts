import { z } from 'zod';

const month = z.object({
  month: z.string(),
  differentSites: z.number().default(0),
  reason: z.string().optional(),
});

/** The result of a replay's job, which the contract leaves open. */
export const replaySchema = z.object({ differences: z.number(), months: z.array(month) });
export type Replay = z.output<typeof replaySchema>;
