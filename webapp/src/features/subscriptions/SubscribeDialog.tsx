import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import { isDay } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { type Control, useForm, useWatch } from 'react-hook-form';
import { useOperation } from '../../api/operations';
import { FormDialog } from '../../design/FormDialog';
import { FormDate, FormSelect } from '../../design/FormFields';
import { useRefusalTexts } from '../../design/useProblemText';
import { EffectNote } from './EffectNote';
import type { NamedPair } from './matrix/matrix';
import { PairErrors } from './PairErrors';
import { PairFields } from './PairFields';
import { type Plan, type Subscription, useEffectOf, usePlans } from './queries';
import { type SubscribeForm, type SubscribeInput, subscribeSchema } from './schema';
import { pairsOf } from './subscriptions';
import { useSendSubscriptions } from './useSendSubscriptions';

/** New pairs, chosen in the form; or a plan for given pairs, another one where they have one. */
export type SubscribeDraft =
  | { kind: 'new'; consumerIds: string[] }
  | { kind: 'pairs'; of: readonly (NamedPair & { plan?: Subscription['plan'] })[] };

interface SubscribeDialogProps {
  draft: SubscribeDraft;
  subscriptions: readonly Subscription[];
  onClose: () => void;
  onSubscribed: () => void;
}

/** Subscribes pairs to a plan: all or none, each refused pair with its reason. */
export function SubscribeDialog(props: SubscribeDialogProps) {
  const { id } = useOperation();
  const plans = usePlans(id);
  // Where pairs are given the form begins at their first free day.
  const given = props.draft.kind === 'pairs' ? props.draft.of.map(pairOf) : [];
  const effect = useEffectOf(id, given, undefined);
  const ready = plans.data && (given.length === 0 || !effect.isPending);
  return ready ? <Loaded {...props} plans={plans.data} earliest={effect.data?.earliestStart} /> : null;
}

function Loaded({
  draft,
  subscriptions,
  plans,
  earliest,
  onClose,
  onSubscribed,
}: SubscribeDialogProps & { plans: readonly Plan[]; earliest: string | undefined }) {
  useRefusalTexts();
  const t = useT();
  const operation = useOperation();
  const { control, handleSubmit } = useForm<SubscribeInput, unknown, SubscribeForm>({
    resolver: zodResolver(subscribeSchema),
    // Not on blur: a message that pushes the buttons away makes the click miss them.
    mode: 'onSubmit',
    defaultValues: useStart(draft, subscriptions, plans, earliest),
  });
  const values = useWatch({ control });
  const pairs =
    draft.kind === 'pairs'
      ? draft.of.map(pairOf)
      : pairsOf(values.consumerIds ?? [], values.producerIds ?? [], values.seller ?? 'producers');
  const effect = useEffectOf(operation.id, pairs, isDay(values.startDate ?? '') ? values.startDate : undefined).data;
  const changes = draft.kind === 'pairs' && draft.of.some(({ plan }) => plan !== undefined);
  const [tried, setTried] = useState(false);
  const sending = useSendSubscriptions(operation.id, onSubscribed);
  return (
    <FormDialog
      title={t(changes ? 'subscriptions.form.changePlan' : 'subscriptions.form.new')}
      confirmLabel={t('subscriptions.form.submit', { smart_count: pairs.length })}
      pending={sending.pending}
      width="md"
      onSubmit={(event) => {
        setTried(true);
        return handleSubmit((form) => sending.send(form, pairs))(event);
      }}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr 1fr' } }}>
        <FormSelect
          control={control}
          name="planId"
          label={t('subscriptions.column.plan')}
          required
          options={plans.map(({ id, name }) => ({ value: id, label: name }))}
          {...(plans.length === 0 ? { hint: t('subscriptions.form.noPlan') } : {})}
        />
        <StartDate control={control} earliest={pairs.length > 0 ? effect?.earliestStart : undefined} />
        <FormDate control={control} name="endDate" label={t('subscriptions.form.end')} hint={t('design.optional')} />
      </Box>
      {draft.kind === 'new' && <PairFields control={control} subscriptions={subscriptions} />}
      <EffectNote
        pairs={pairs}
        ending={effect?.endingIds.length ?? 0}
        given={draft.kind === 'pairs' ? draft.of : undefined}
      />
      {tried && <PairErrors sending={sending} />}
    </FormDialog>
  );
}

const pairOf = ({ consumerId, producerId }: NamedPair) => ({
  ...(consumerId ? { consumerId } : {}),
  ...(producerId ? { producerId } : {}),
});

/** The last invoice of the chosen pairs is the least that the calendar offers. */
function StartDate(props: { control: Control<SubscribeInput, unknown, SubscribeForm>; earliest: string | undefined }) {
  const { control, earliest } = props;
  const t = useT();
  const formats = useFormats();
  return (
    <FormDate
      control={control}
      name="startDate"
      label={t('subscriptions.form.start')}
      required
      {...(earliest ? { min: earliest, hint: t('subscriptions.form.earliest', { date: formats.day(earliest) }) } : {})}
    />
  );
}

/** The plan where there is only one, the seller the operation is used to, the first free day. */
function useStart(
  draft: SubscribeDraft,
  subscriptions: readonly Subscription[],
  plans: readonly Plan[],
  earliest: string | undefined,
): SubscribeInput {
  const { features } = useOperation();
  const formats = useFormats();
  const monthStart = `${formats.dayOf().slice(0, 7)}-01`;
  const given = draft.kind === 'pairs';
  const usual =
    subscriptions.length > 0 ? subscriptions.every((one) => !one.producerId) : features.includes('operationSells');
  return {
    planId: ((!given || draft.of.every(({ plan }) => !plan)) && plans.length === 1 && plans[0]?.id) || '',
    seller: usual ? 'operation' : 'producers',
    given,
    consumerIds: given ? [] : draft.consumerIds,
    producerIds: [],
    startDate: earliest ?? monthStart,
  };
}
