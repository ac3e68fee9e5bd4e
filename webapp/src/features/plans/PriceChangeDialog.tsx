import { zodResolver } from '@hookform/resolvers/zod';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { asApiError } from '@openpmo/sdk';
import { addMonths } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import type { Operation } from '../../api/operations';
import { FormDialog } from '../../design/FormDialog';
import { FormDate, FormText } from '../../design/FormFields';
import { FormSummary } from '../../design/FormSummary';
import { notify } from '../../design/snackbars';
import { useProblemText } from '../../design/useProblemText';
import { ChargesFields, type FormControl } from './ChargesFields';
import { PriceChangeReview } from './PriceChangeReview';
import { chargesOf, fieldOf, formOf } from './plans';
import { type Plan, type PriceChangeCheck, useChangePrice, useCheckPriceChange, usePlans } from './queries';
import { type PriceChangeForm, type PriceChangeInput, priceChangeSchema } from './schema';

interface PriceChangeDialogProps {
  operation: Operation;
  plan: Plan;
  onClose: () => void;
}

/** Where the prices are those of a plan that is made. */
const made = '';

/** Other prices from a day on: what they are, then who pays what and who cannot change, then the change. */
export function PriceChangeDialog({ operation, plan, onClose }: PriceChangeDialogProps) {
  const t = useT();
  const words = useProblemText();
  const plans = usePlans(operation.id);
  const [target, setTarget] = useState(made);
  const form = usePriceForm(plan, target === made);
  const [found, setFound] = useState<PriceChangeCheck>();
  const [chosen, setChosen] = useState<string[]>([]);
  const check = useCheckPriceChange();
  const change = useChangePrice();
  const path = { operationId: operation.id, planId: plan.id };
  const onError = (error: unknown) => {
    const failure = asApiError(error);
    setFound(undefined);
    let placed = false;
    for (const item of failure?.fields ?? []) {
      const field = fieldOf(item);
      if (!field || !(field in form.getValues() || field.startsWith('charges.'))) continue;
      form.setError(
        field as FieldPath<PriceChangeInput>,
        { type: 'server', message: words(item) },
        { shouldFocus: !placed },
      );
      placed = true;
    }
    if (!placed) notify(words(failure), { variant: 'error' });
  };
  const bodyOf = ({ startDate, name, charges }: PriceChangeForm) => ({
    startDate,
    ...(target === made ? { newPlan: { name, charges: chargesOf(charges) } } : { toPlanId: target }),
  });
  const look = (values: PriceChangeForm) =>
    check.mutate(
      { params: { path }, body: bodyOf(values) },
      {
        onSuccess: (answer) => {
          setFound(answer);
          setChosen(answer.subscriptions.filter(({ problem }) => !problem).map(({ subscriptionId }) => subscriptionId));
        },
        onError,
      },
    );
  const apply = (values: PriceChangeForm) =>
    change.mutate(
      { params: { path }, body: { ...bodyOf(values), subscriptionIds: chosen } },
      {
        onSuccess: ({ plan: to, subscriptions }) => {
          notify(t('plans.newPrice.done', { smart_count: subscriptions.length, name: to.name }));
          onClose();
        },
        onError,
      },
    );
  return (
    <FormDialog
      title={t('plans.newPrice.title', { name: plan.name })}
      confirmLabel={found ? t('plans.newPrice.apply', { smart_count: chosen.length }) : t('plans.newPrice.check')}
      {...(found ? { closeLabel: t('plans.newPrice.back') } : {})}
      pending={check.isPending || change.isPending}
      disabled={found !== undefined && chosen.length === 0}
      width="md"
      spacing={2.5}
      onSubmit={form.handleSubmit(found ? apply : look)}
      onClose={found ? () => setFound(undefined) : onClose}
    >
      {found ? (
        <PriceChangeReview check={found} chosen={chosen} onChoose={setChosen} />
      ) : (
        <>
          {form.formState.isSubmitted && <FormSummary errors={form.formState.errors} />}
          <FormDate
            control={form.control}
            name="startDate"
            label={t('plans.newPrice.start')}
            hint={t('plans.newPrice.startHint')}
            required
          />
          <TextField
            select
            size="small"
            label={t('plans.newPrice.target')}
            value={target}
            onChange={(event) => setTarget(event.target.value)}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value={made}>{t('plans.newPrice.made')}</MenuItem>
            {(plans.data ?? [])
              .filter(({ id }) => id !== plan.id)
              .map(({ id, name }) => (
                <MenuItem key={id} value={id}>
                  {name}
                </MenuItem>
              ))}
          </TextField>
          {target === made && (
            <>
              <FormText control={form.control} name="name" label={t('plans.form.name')} required />
              {/* The form has a day more than that of a plan. */}
              <ChargesFields control={form.control as unknown as FormControl} operation={operation} locked={false} />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** The form begins with the prices of the plan, from the first of next month on. */
function usePriceForm(plan: Plan, isNew: boolean) {
  const t = useT();
  const formats = useFormats();
  const start = addMonths(`${formats.dayOf().slice(0, 7)}-01`, 1);
  return useForm<PriceChangeInput, unknown, PriceChangeForm>({
    resolver: zodResolver(priceChangeSchema(isNew)),
    mode: 'onSubmit',
    defaultValues: {
      ...formOf(plan),
      name: t('plans.newPrice.name', { name: plan.name, year: start.slice(0, 4) }),
      startDate: start,
    },
  });
}
