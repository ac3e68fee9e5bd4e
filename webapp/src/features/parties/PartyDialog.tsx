import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import FormHelperText from '@mui/material/FormHelperText';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { type FieldPath, useController, useForm } from 'react-hook-form';
import type { Operation } from '../../api/operations';
import { FormDialog } from '../../design/FormDialog';
import { FormSummary } from '../../design/FormSummary';
import { notify } from '../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../design/useProblemText';
import { type FormControl, PartyFields } from './PartyFields';
import { fieldOf, formOf, newParty, type Party, partyOfSite, type Side, type Site, sitesOf } from './parties';
import { useSaveParty } from './queries';
import { SiteChecklist } from './SiteChecklist';
import { type PartyForm, partySchema } from './schema';

interface PartyDialogProps {
  operation: Operation;
  side: Side;
  /** Absent: a new one, begun from a site when one is given. */
  party?: Party | undefined;
  from?: Site | undefined;
  parties: readonly Party[];
  sites: readonly Site[];
  onClose: () => void;
}

/** The form of an issuer or a client, with its sites. */
export function PartyDialog({ operation, side, party, from, parties, sites, onClose }: PartyDialogProps) {
  useRefusalTexts();
  const t = useT();
  const { control, handleSubmit, formState, setError } = useForm<PartyForm>({
    resolver: zodResolver(partySchema),
    // Not on blur: a message that pushes the buttons away makes the click miss them.
    mode: 'onSubmit',
    defaultValues: party ? formOf(party) : newParty(side, from, operation),
  });
  const { save, pending } = useSave({ operation, side, party, onClose }, (field, message) =>
    setError(field as FieldPath<PartyForm>, { type: 'server', message }),
  );
  return (
    <FormDialog
      title={party ? t('parties.form.change', { name: party.name }) : t(`parties.${side}.new`)}
      confirmLabel={t('parties.form.save')}
      pending={pending}
      width="md"
      spacing={2.5}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      {formState.isSubmitted && <FormSummary errors={formState.errors} />}
      <PartyFields control={control} side={side} stored={party} />
      {party && 'ownedByOperation' in party && party.ownedByOperation ? (
        <Alert severity="info" variant="outlined">
          {t('parties.issuer.ownHint')}
        </Alert>
      ) : (
        <SiteFields {...{ control, side, party, parties, sites }} />
      )}
    </FormDialog>
  );
}

function useSave(
  { operation, side, party, onClose }: Pick<PartyDialogProps, 'operation' | 'side' | 'party' | 'onClose'>,
  refuse: (field: string, message: string) => void,
) {
  const t = useT();
  const words = useErrorText();
  const save = useSaveParty(operation.id, side, party);
  const submit = (form: PartyForm) =>
    save.mutate(form, {
      onSuccess: () => {
        notify(t('parties.saved', { name: form.name }));
        onClose();
      },
      onError: (error) => {
        const failure = asApiError(error);
        const items = failure?.fields ?? [];
        for (const item of items) refuse(fieldOf(item.field) ?? 'root', words(item));
        if (items.length === 0) refuse('root', words(failure));
      },
    });
  return { save: submit, pending: save.isPending };
}

interface SiteFieldsProps extends Pick<PartyDialogProps, 'side' | 'party' | 'parties' | 'sites'> {
  control: FormControl;
}

/** Which sites the party has. A site of another party must leave that one first. */
function SiteFields({ control, side, party, parties, sites }: SiteFieldsProps) {
  const t = useT();
  const { field, fieldState } = useController({ control, name: 'siteIds' });
  const taken = useMemo(() => partyOfSite(parties.filter(({ id }) => id !== party?.id)), [parties, party]);
  const note = useMemo(
    () => ({ header: t('parties.sites.taken'), of: ({ id }: Site) => taken.get(id)?.name }),
    [t, taken],
  );
  const moved = party && field.value.length < formOf(party).siteIds.length;
  return (
    <div>
      <SiteChecklist
        label={t(`parties.${side}.sites`)}
        sites={sitesOf(side, sites)}
        ids={field.value}
        onChange={field.onChange}
        note={note}
        selectable={({ id }) => !taken.has(id)}
      />
      {fieldState.error?.message && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
      {moved && (
        <Alert severity="warning" variant="outlined" sx={{ mt: 1 }}>
          {t('parties.sites.leaving')}
        </Alert>
      )}
    </div>
  );
}
