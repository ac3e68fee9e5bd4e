import { later } from '../../design/later';
import { RowsSkeleton } from '../../design/Skeletons';
import type { MonthStep } from './queries';

const rows = <RowsSkeleton rows={2} />;

/** What a step is done with: loaded when the step is opened, and ahead of it for the one that is next. */
export const stepBodies = {
  DATA: later(async () => (await import('./steps/DataStep')).DataStep, rows),
  COEFFICIENTS: later(async () => (await import('./steps/CoefficientStep')).CoefficientStep, rows),
  CHECKS: later(async () => (await import('./steps/CheckStep')).CheckStep, rows),
  DRAFTS: later(async () => (await import('./steps/DraftStep')).DraftStep, rows),
  PUBLISHED: later(async () => (await import('./steps/PublishStep')).PublishStep, rows),
  PAID: later(async () => (await import('./steps/PaidStep')).PaidStep, rows),
  SENT: later(async () => (await import('./steps/SendStep')).SendStep, rows),
  STATEMENTS: later(async () => (await import('./steps/StatementStep')).StatementStep, rows),
} satisfies Record<MonthStep['kind'], unknown>;
