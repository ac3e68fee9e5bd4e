import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type Control, useForm, useWatch } from 'react-hook-form';
import type { Operation } from '../../api/operations';
import { FormDialog } from '../../design/FormDialog';
import { FormDecimal, FormSelect, FormText } from '../../design/FormFields';
import { FormSummary } from '../../design/FormSummary';
import { ChargesFields } from './ChargesFields';
import type { PlanDraft } from './draft';
import { PlanPreview } from './PlanPreview';
import { chargesOf, emptyPlan, formOf } from './plans';
import { usePaymentMethods } from './queries';
import { type PlanForm, type PlanInput, periods, planSchema } from './schema';
import { useSavePlan } from './useSavePlan';

interface PlanDialogProps {
  operation: Operation;
  draft: PlanDraft;
  /** Goes on with another draft: the copy of a plan that cannot change. */
  onDraft: (draft: PlanDraft) => void;
  onClose: () => void;
}

/** The form of a plan. Its key on the page makes another draft another form. */
export function PlanDialog({ operation, draft, onDraft, onClose }: PlanDialogProps) {
  const t = useT();
  const plan = draft.kind === 'change' ? draft.plan : undefined;
  const locked = plan?.alreadyInvoiced ?? false;
  const form = useForm<PlanInput, unknown, PlanForm>({
    resolver: zodResolver(planSchema),
    // Not on blur: a message that pushes the buttons away makes the click miss them.
    mode: 'onSubmit',
    defaultValues: useStart(draft),
  });
  const { control, handleSubmit, formState } = form;
  const tried = async () =>
    (await form.trigger('charges'))
      ? {
          charges: chargesOf(planSchema.shape.charges.parse(form.getValues('charges'))),
          ...(plan ? { planId: plan.id } : {}),
        }
      : undefined;
  const { save, pending } = useSavePlan(operation.id, plan, form.setError, onClose);
  return (
    <FormDialog
      title={plan ? t('plans.form.change', { name: plan.name }) : t('plans.form.new')}
      confirmLabel={t(plan ? 'plans.form.save' : 'plans.form.create')}
      pending={pending}
      width="md"
      spacing={2.5}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      {formState.isSubmitted && <FormSummary errors={formState.errors} />}
      {locked && plan && <Locked onDuplicate={() => onDraft({ kind: 'copy', plan })} />}
      <FormText control={control} name="name" label={t('plans.form.name')} required autoFocus />
      <FormText control={control} name="description" label={t('plans.form.description')} multiline minRows={2} />
      <ChargesFields control={control} operation={operation} locked={locked} />
      <Terms control={control} operation={operation} locked={locked} />
      {!locked && (
        <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
          <Typography component="legend" variant="h3" sx={{ p: 0, mb: 1 }}>
            {t('plans.preview.title')}
          </Typography>
          <PlanPreview operationId={operation.id} tried={tried} />
        </Box>
      )}
    </FormDialog>
  );
}

function useStart(draft: PlanDraft): PlanInput {
  const t = useT();
  switch (draft.kind) {
    case 'new':
      return {
        ...emptyPlan(),
        charges: [{ ...emptyPlan().charges[0], name: t('enums.Usage.ENERGY') }] as PlanInput['charges'],
      };
    case 'change':
      return formOf(draft.plan);
    case 'copy':
      return { ...formOf(draft.plan), name: t('plans.form.copyName', { name: draft.plan.name }) };
    default:
      return draft satisfies never;
  }
}

function Locked({ onDuplicate }: { onDuplicate: () => void }) {
  const t = useT();
  return (
    <Alert
      severity="info"
      variant="outlined"
      action={
        <Button size="small" color="inherit" onClick={onDuplicate}>
          {t('plans.duplicate')}
        </Button>
      }
    >
      {t('errors.planAlreadyInvoiced')} {t('plans.form.lockedAdvice')}
    </Alert>
  );
}

/** How often the plan is billed, and how it is paid. */
function Terms(props: { control: Control<PlanInput, unknown, PlanForm>; operation: Operation; locked: boolean }) {
  const { control, operation, locked } = props;
  const t = useT();
  const formats = useFormats();
  const chosen = useWatch({ control, name: 'paymentMethod' });
  const known = usePaymentMethods(operation.id).data ?? [{ method: chosen, missing: [] }];
  const all = new Intl.ListFormat(formats.locale, { type: 'conjunction' });
  const lacking = locked ? [] : known.filter(({ missing }) => missing.length > 0);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 140px' } }}>
      <FormSelect
        control={control}
        name="period"
        label={t('plans.form.period')}
        options={periods.map((value) => ({ value, label: t(`enums.PlanPeriod.${value}`) }))}
        disabled={locked}
      />
      <FormSelect
        control={control}
        name="paymentMethod"
        label={t('plans.form.method')}
        options={known
          .filter(({ method, missing }) => missing.length === 0 || method === chosen)
          .map(({ method }) => ({ value: method, label: t(`enums.PaymentMethod.${method}`) }))}
        {...(lacking.length > 0 && {
          hint: lacking
            .map(({ method, missing }) =>
              t('plans.form.methodLacks', {
                method: t(`enums.PaymentMethod.${method}`),
                missing: all.format(missing.map((one) => t(`enums.PaymentMethodLack.${one}`))),
              }),
            )
            .join(' '),
        })}
        disabled={locked}
      />
      <FormDecimal
        control={control}
        name="paymentTerm"
        label={t('plans.form.termLabel')}
        scale={1}
        unit={t('plans.form.days')}
        disabled={locked}
      />
    </Box>
  );
}
