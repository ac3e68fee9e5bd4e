import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import type { FieldPath, UseFormSetError } from 'react-hook-form';
import { notify } from '../../design/snackbars';
import { useProblemText } from '../../design/useProblemText';
import { creationOf, fieldOf, updateOf } from './plans';
import { type Plan, useCreatePlan, useUpdatePlan } from './queries';
import type { PlanForm, PlanInput } from './schema';

/**
 * Saves the form as a new plan or as a change of one. Unusual prices are said and stay
 * on screen; what the server refuses goes to its field.
 */
export function useSavePlan(
  operationId: string,
  plan: Plan | undefined,
  setError: UseFormSetError<PlanInput>,
  onSaved: () => void,
) {
  const t = useT();
  const words = useProblemText();
  const create = useCreatePlan();
  const update = useUpdatePlan();
  const onSuccess = (saved: Plan) => {
    notify(t(plan ? 'plans.saved' : 'plans.created', { name: saved.name }));
    for (const warning of saved.warnings ?? []) notify(words(warning), { variant: 'warning', duration: null });
    onSaved();
  };
  const onError = (error: unknown) => {
    const failure = asApiError(error);
    let placed = false;
    for (const item of failure?.fields ?? []) {
      const field = fieldOf(item);
      if (!field) continue;
      setError(field as FieldPath<PlanInput>, { type: 'server', message: words(item) }, { shouldFocus: !placed });
      placed = true;
    }
    if (placed) return;
    const stays = failure?.key === 'planAlreadyInvoiced';
    notify(words(failure), {
      variant: 'error',
      ...(stays ? { duration: null } : {}),
    });
  };
  const save = (form: PlanForm) => {
    const path = { operationId };
    if (!plan) return create.mutate({ params: { path }, body: creationOf(form) }, { onSuccess, onError });
    const body = updateOf(form, plan.alreadyInvoiced);
    update.mutate({ params: { path: { ...path, planId: plan.id } }, body }, { onSuccess, onError });
  };
  return { save, pending: create.isPending || update.isPending };
}
