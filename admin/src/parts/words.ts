import { useTranslator } from '@openpmo/ui/i18n/context';

/** The enums of the contract that the back-office shows. */
export type EnumName =
  | 'Dso'
  | 'Role'
  | 'OperationType'
  | 'BillingEngine'
  | 'Functionality'
  | 'EnergyType'
  | 'FolderStatus'
  | 'ClaimStatus'
  | 'PriceRangeCountry'
  | 'ConsumerType'
  | 'ContractType'
  | 'PaymentStatus'
  | 'Language';

/** The word of an enum value; the value itself when a newer server sends one that is not known here. */
export function useEnumWord(): (name: EnumName, value: string | undefined) => string {
  const { any } = useTranslator();
  return (name, value) => (value ? any(`enums.${name}.${value}`, {}, value) : '');
}

/** Choices of a select in the order given. */
export function useChoices(name: EnumName, values: readonly string[]): { id: string; name: string }[] {
  const word = useEnumWord();
  return values.map((value) => ({ id: value, name: word(name, value) }));
}

/** States of the queue's jobs, in the order in which a job meets them. */
export const jobStates = [
  'available',
  'pending',
  'scheduled',
  'running',
  'retryable',
  'completed',
  'cancelled',
  'discarded',
] as const;

/** States of jobs whose last attempt did not succeed. */
export const failedStates = ['retryable', 'discarded'] as const satisfies readonly (typeof jobStates)[number][];

/** What a job does, in words. Its kind carries the version of its arguments: sweep_v1. */
export function useJobKindWord(): (kind: string) => string {
  const { any } = useTranslator();
  return (kind) => any(`admin.job.kind.${kind.replace(/_v\d+$/, '')}`, {}, kind);
}

export function useJobStateWord(): (state: string) => string {
  const { any } = useTranslator();
  return (state) => any(`admin.job.state.${state}`, {}, state);
}
