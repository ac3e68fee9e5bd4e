import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import { asApiError } from '@openpmo/sdk';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useOperation } from '../../../api/operations';
import { FormDialog } from '../../../design/FormDialog';
import { FormDate, FormDecimal, FormSelect, FormText } from '../../../design/FormFields';
import { setProblemFields } from '../../../design/problemFields';
import { notify } from '../../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../../design/useProblemText';
import { type Affectation, useSaveAffectation, useSites } from '../queries';

const kinds = ['EXPENSE', 'INCOME'] as const;
const headings = [
  'MANAGEMENT',
  'INSURANCE',
  'MAINTENANCE',
  'RENT',
  'NETWORK',
  'TAX',
  'LOAN',
  'SUBSIDY',
  'SURPLUS',
  'OTHER',
] as const;
const fields = ['kind', 'heading', 'label', 'date', 'amountCents', 'participantId'] as const;

/** What can be told before anything is sent; the bounds are the server's. */
const schema = z.object({
  kind: z.enum(kinds),
  heading: z.enum(headings),
  label: z.string(),
  date: z.string('errors.field.required').min(1, 'errors.field.required'),
  amountCents: z.number('finance.form.amount'),
  participantId: z.string(),
});

type Form = z.output<typeof schema>;

interface AffectationDialogProps {
  stored: Affectation | undefined;
  /** What a new one is at first. */
  kind: Affectation['kind'];
  day: string;
  onClose: () => void;
}

/** Assigns an amount, or changes one. What it may be is the server's to say. */
export function AffectationDialog({ stored, kind, day, onClose }: AffectationDialogProps) {
  useRefusalTexts();
  const t = useT();
  const translator = useTranslator();
  const words = useErrorText();
  const operation = useOperation();
  const sites = useSites(operation.id);
  const save = useSaveAffectation(operation.id, stored);
  const { control, handleSubmit, setError, watch } = useForm<Form>({
    resolver: zodResolver(schema),
    defaultValues: {
      kind: stored?.kind ?? kind,
      heading: stored?.heading ?? (kind === 'INCOME' ? 'SUBSIDY' : 'MANAGEMENT'),
      label: stored?.label ?? '',
      date: stored?.date ?? day,
      ...(stored && { amountCents: stored.amountCents }),
      participantId: stored?.participantId ?? '',
    },
  });
  const side = watch('kind');
  const bearers = (sites.data ?? []).filter(({ energyType, isProsumer }) =>
    side === 'EXPENSE' ? energyType === 'consumer' || isProsumer : energyType === 'producer' || isProsumer,
  );
  const submit = handleSubmit(({ participantId, ...form }) =>
    save.mutate(
      { ...form, ...(participantId && { participantId }) },
      {
        onSuccess: () => {
          notify(t('finance.assigned.saved'));
          onClose();
        },
        onError: (error) => setProblemFields(error, [...fields], setError, translator),
      },
    ),
  );
  const failure = asApiError(save.error);
  return (
    <FormDialog
      title={t(stored ? 'finance.assigned.edit' : 'finance.assigned.add')}
      confirmLabel={t('finance.assigned.save')}
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && failure.fields.length === 0 && (
        <Alert severity="error" role="alert">
          {words(failure)}
        </Alert>
      )}
      <FormSelect
        control={control}
        name="kind"
        label={t('finance.assigned.kind')}
        options={kinds.map((value) => ({ value, label: t(`enums.AffectationKind.${value}`) }))}
      />
      <FormSelect
        control={control}
        name="heading"
        label={t('finance.assigned.heading')}
        options={headings.map((value) => ({ value, label: t(`enums.AffectationHeading.${value}`) }))}
      />
      <FormText control={control} name="label" label={t('finance.assigned.label')} />
      <FormDate control={control} name="date" label={t('finance.assigned.day')} required />
      <FormDecimal
        control={control}
        name="amountCents"
        scale={100}
        unit="€"
        label={t('finance.assigned.amount')}
        required
      />
      <FormSelect
        control={control}
        name="participantId"
        label={t('finance.assigned.site')}
        emptyLabel={t('finance.assigned.whole')}
        options={bearers.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormDialog>
  );
}
