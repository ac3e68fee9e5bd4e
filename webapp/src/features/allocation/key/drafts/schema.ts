import { z } from 'zod';

/** What a draft is called. */
export const draftSchema = z.object({
  name: z.string().trim().min(1, 'allocation.draft.nameRequired').max(100, 'allocation.draft.nameTooLong'),
});
export type DraftForm = z.output<typeof draftSchema>;
