import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { asApiError, type Schemas } from '@openpmo/sdk';
import { isDay } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useOperation } from '../../../api/operations';
import { FormDialog } from '../../../design/FormDialog';
import { FormDate, FormSelect, FormSwitch, FormText } from '../../../design/FormFields';
import { FormSummary } from '../../../design/FormSummary';
import { notify } from '../../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../../design/useProblemText';
import { entityTypes } from '../form/choices';
import { chosen } from '../form/schema';
import { useCheckSuccession, useSucceed } from '../queriesEnrolment';
import type { Participant } from '../rows';
import { useTellTouched } from '../useTouchedInvoices';
import { isBilled } from '../wizard/steps';

const text = () => z.string().trim();

const schema = z.object({
  date: z
    .string()
    .optional()
    .refine((day) => day !== undefined, 'design.required')
    .refine((day) => day === undefined || isDay(day), 'errors.date.invalid'),
  name: text().min(1, 'errors.name.required').max(120),
  entityType: z
    .string()
    .optional()
    .refine((type) => type !== undefined, 'participants.form.typeRequired'),
  identity: text(),
  email: text().refine((address) => address === '' || z.email().safeParse(address).success, 'errors.email.invalid'),
  phone: text(),
  siret: text(),
  userEmail: text().refine((address) => address === '' || z.email().safeParse(address).success, 'errors.email.invalid'),
  keepPlans: z.boolean(),
});

type Form = z.output<typeof schema>;

const empty: Form = {
  date: undefined,
  name: '',
  entityType: undefined,
  identity: '',
  email: '',
  phone: '',
  siret: '',
  userEmail: '',
  keepPlans: true,
};

/** What the form asks the server. Empty fields are left out. */
export function successionOf(form: Form): Schemas['SuccessionCreation'] {
  const body = {
    date: form.date ?? '',
    name: form.name,
    entityType: chosen.entityType(form.entityType) ?? 'partOther',
  };
  const texts = (['identity', 'email', 'phone', 'siret', 'userEmail'] as const).filter((name) => form[name] !== '');
  return {
    ...body,
    ...Object.fromEntries(texts.map((name) => [name, form[name]])),
    ...(form.keepPlans ? {} : { withoutPlans: true }),
  };
}

/** The field of the form that the server's name means: the successor's are those of a site. */
export const fieldOf = (name: string | undefined): keyof Form | undefined => {
  const plain = name?.replace(/^site\./, '').replace(/^entry$/, 'date');
  return Object.keys(empty).find((field): field is keyof Form => field === plain);
};

interface SuccessionDialogProps {
  site: Participant;
  etag: string | undefined;
  onClose: () => void;
  /** Where it leads: the page of the successor. */
  onDone: (participantId: string) => void;
}

/** Change of occupant: one form. The first press asks what it would do, the second does it. */
export function SuccessionDialog({ site, etag, onClose, onDone }: SuccessionDialogProps) {
  useRefusalTexts();
  const t = useT();
  const words = useErrorText();
  const operation = useOperation();
  const french = operation.siteIdentifier === 'prm';
  const check = useCheckSuccession();
  const succeed = useSucceed();
  const tellTouched = useTellTouched();
  const [checked, setChecked] = useState<{ of: string; what: Schemas['Succession'] }>();
  const { control, handleSubmit, formState, setError, watch } = useForm<Form>({
    resolver: zodResolver(schema),
    defaultValues: empty,
  });
  const sameAs = JSON.stringify(watch());
  const ready = checked?.of === sameAs ? checked.what : undefined;
  const fail = (error: unknown) => {
    const failure = asApiError(error);
    const items = failure?.fields ?? [];
    for (const item of items) setError(fieldOf(item.field) ?? 'root', { type: 'server', message: words(item) });
    if (items.length === 0) setError('root', { type: 'server', message: words(failure) });
  };
  const submit = handleSubmit(async (form) => {
    const asked = { participantId: site.id, etag, body: successionOf(form) };
    if (!ready) {
      await check
        .mutateAsync(asked)
        .then((what) => what && setChecked({ of: sameAs, what }))
        .catch(fail);
      return;
    }
    await succeed
      .mutateAsync(asked)
      .then((made) => {
        if (!made) return;
        notify(t('participants.succession.done', { name: made.participant.name }));
        tellTouched(made.predecessor.touchedInvoices);
        onDone(made.participant.id);
      })
      .catch(fail);
  });
  return (
    <FormDialog
      title={t('participants.succession.title', { name: site.name })}
      confirmLabel={t(ready ? 'participants.succession.confirm' : 'participants.succession.check')}
      pending={check.isPending || succeed.isPending}
      width="md"
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography>{t('participants.succession.text')}</Typography>
      {formState.isSubmitted && <FormSummary errors={formState.errors} />}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
        <FormDate
          control={control}
          name="date"
          label={t('participants.succession.date')}
          hint={t('participants.succession.dateHint')}
          required
        />
        <FormText control={control} name="name" label={t('participants.field.name')} required autoComplete="off" />
        <FormSelect
          control={control}
          name="entityType"
          label={t('participants.field.entityType')}
          required
          options={entityTypes.map((value) => ({ value, label: t(`enums.EntityType.${value}`) }))}
        />
        <FormText control={control} name="identity" label={t('participants.field.identity')} autoComplete="off" />
        <FormText
          control={control}
          name="email"
          type="email"
          label={t('participants.field.email')}
          autoComplete="off"
        />
        <FormText control={control} name="phone" type="tel" label={t('participants.field.phone')} autoComplete="off" />
        <FormText
          control={control}
          name="siret"
          label={t(`participants.field.${french ? 'siret' : 'bce'}`)}
          autoComplete="off"
        />
        <FormText
          control={control}
          name="userEmail"
          type="email"
          label={t('participants.field.userEmail')}
          hint={t('participants.form.userHint')}
          autoComplete="off"
        />
      </Box>
      {isBilled(operation) && (
        <FormSwitch control={control} name="keepPlans" label={t('participants.succession.keepPlans')} />
      )}
      {ready && <Outcome succession={ready} />}
    </FormDialog>
  );
}

/** What the change would store, in sentences. */
function Outcome({ succession: { predecessor, participant, subscriptions } }: { succession: Schemas['Succession'] }) {
  const t = useT();
  const { day } = useFormats();
  const lines = [
    t('participants.succession.leaves', { name: predecessor.name, date: day(predecessor.activationRange.exit ?? '') }),
    t('participants.succession.enters', { name: participant.name, date: day(participant.activationRange.entry ?? '') }),
    ...subscriptions.map(({ plan, producerName }) =>
      t('participants.succession.plan', { plan: plan.name, seller: producerName ?? t('participants.wizard.pmo') }),
    ),
  ];
  return (
    <Alert severity="success" variant="outlined">
      <Box component="ul" sx={{ m: 0, pl: 2 }}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Box>
    </Alert>
  );
}
