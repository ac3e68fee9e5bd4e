import { zodResolver } from '@hookform/resolvers/zod';
import { isDay } from '@openpmo/ui/formats/date';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../../api/operations';
import { formOf as formOfParty, newParty, type Party, type Side } from '../../parties/parties';
import { useClients, useIssuers } from '../../parties/queries';
import { type PartyForm, partySchema } from '../../parties/schema';
import { type ParticipantForm, type ParticipantInput, participantSchema } from '../form/schema';
import type { Participant } from '../rows';
import { type DraftFields, draftOf, partOfDraft } from './draft';
import type { Choice, Filled, PlanChoice } from './requests';
import { isBilled, type Step } from './steps';

const noChoice: Choice = { action: undefined, id: undefined };
const noPlan: PlanChoice = { planId: undefined, startDate: undefined, withIds: [] };

export interface Start {
  /** The site that is changed; absent: a new one. */
  stored?: Participant;
  values: ParticipantInput;
  draft?: DraftFields | undefined;
}

/** All that a wizard holds: a form for the site, one for each party, what becomes of them, and the plan. */
export function useWizard({ stored, values, draft = {} }: Start) {
  const operation = useOperation();
  const billed = isBilled(operation);
  const adding = stored === undefined;
  const site = useForm<ParticipantInput, unknown, ParticipantForm>({
    mode: 'onTouched',
    resolver: zodResolver(participantSchema({ identifier: operation.siteIdentifier, adding })),
    defaultValues: partOfDraft(draft, 'site', values),
  });
  const client = useParty('client', draft);
  const issuer = useParty('issuer', draft);
  const [plan, setPlan] = useState<PlanChoice>(() => partOfDraft(draft, 'plan', noPlan));
  const [energyType, isProsumer] = site.watch(['energyType', 'isProsumer']);
  const sides: Side[] = [
    ...(energyType === 'consumer' || isProsumer ? (['client'] as const) : []),
    ...(energyType === 'producer' || isProsumer ? (['issuer'] as const) : []),
  ];
  const parties = { client, issuer };
  const filled = (form: ParticipantForm): Filled => {
    const part = (side: Side) =>
      billed && sides.includes(side)
        ? { choice: parties[side].choice, form: parties[side].form.getValues(), stored: parties[side].chosen }
        : undefined;
    return { site: form, client: part('client'), issuer: part('issuer'), plan: billed ? plan : undefined };
  };
  return {
    adding,
    billed,
    operation,
    site,
    parties,
    sides,
    plan,
    setPlan,
    filled,
    dirty: () =>
      site.formState.isDirty || sides.some((side) => parties[side].choice.action !== undefined) || plan !== noPlan,
    draft: (): DraftFields =>
      draftOf({
        site: site.getValues(),
        client: client.form.getValues(),
        issuer: issuer.form.getValues(),
        clientChoice: client.choice,
        issuerChoice: issuer.choice,
        plan,
      }),
    /** Whether what stands on a tab can be sent. */
    check: async (step: Step): Promise<boolean> => {
      if (step === 'site' || step === 'account') return site.trigger(undefined, { shouldFocus: true });
      if (step === 'plan') return plan.startDate === undefined || isDay(plan.startDate);
      if (step !== 'billing' && step !== 'payment') return true;
      const checks = sides.map((side) =>
        writes(parties[side].choice) ? parties[side].form.trigger(undefined, { shouldFocus: true }) : true,
      );
      return (await Promise.all(checks)).every(Boolean);
    },
  };
}

export type WizardState = ReturnType<typeof useWizard>;
export type PartyState = ReturnType<typeof useParty>;

/** Whether the fields of a party are sent. */
export const writes = ({ action }: Choice): boolean => action === 'CREATE' || action === 'MODIFY';

function useParty(side: Side, draft: DraftFields) {
  const operation = useOperation();
  const clients = useClients(operation.id, side === 'client' && isBilled(operation));
  const issuers = useIssuers(operation.id, side === 'issuer' && isBilled(operation));
  const list: readonly Party[] = (side === 'client' ? clients.data : issuers.data) ?? [];
  const [choice, setChoice] = useState<Choice>(() => partOfDraft(draft, `${side}Choice`, noChoice));
  const form = useForm<PartyForm>({
    resolver: zodResolver(partySchema),
    mode: 'onTouched',
    defaultValues: partOfDraft(draft, side, newParty(side, undefined, operation)),
  });
  const chosen = list.find(({ id }) => id === choice.id);
  return {
    list,
    choice,
    chosen,
    form,
    /** Another choice; the fields begin at the party that is modified, or at what is known of the site. */
    choose: (next: Choice, begin: PartyForm | undefined) => {
      setChoice(next);
      const party = list.find(({ id }) => id === next.id);
      if (next.action === 'MODIFY' && party) form.reset(formOfParty(party));
      else if (begin) form.reset(begin);
    },
  };
}
