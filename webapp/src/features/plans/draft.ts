import type { Plan } from './queries';

/** What the form of a plan is about: a new plan, a change, or a new one that begins as a copy. */
export type PlanDraft = { kind: 'new' } | { kind: 'change'; plan: Plan } | { kind: 'copy'; plan: Plan };

/** Another draft is another form. */
export const draftKey = (draft: PlanDraft): string => (draft.kind === 'new' ? 'new' : `${draft.kind} ${draft.plan.id}`);
