import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { Operation } from '../../api/operations';
import { FormDialog } from '../../design/FormDialog';
import { FormText } from '../../design/FormFields';
import { FormSummary } from '../../design/FormSummary';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { type PmoField, pmoFields } from './pmoFields';
import { useUpdatePmo } from './queries';

// Each may be empty: what an empty field stands in the way of is said by the operation's page.
const text = (max: number) => z.string().trim().max(max, 'setup.pmo.tooLong');
const schema = z.object({
  legalName: text(200),
  legalNumber: text(20),
  taxId: text(20),
  address: text(200),
  postCode: text(10),
  city: text(100),
  email: text(254),
  phoneNumber: text(30),
  contactName: text(100),
});
type PmoForm = z.infer<typeof schema>;

interface PmoDialogProps {
  operation: Operation;
  /** The one field that is asked for; without it all of them are. */
  only?: PmoField | undefined;
  onClose: () => void;
}

/** Who runs the operation: what invoices and the grid operator have to know of it. */
export function PmoDialog({ operation, only, onClose }: PmoDialogProps) {
  const t = useT();
  const words = useErrorText();
  const update = useUpdatePmo();
  const known = operation.interlocutor;
  const { control, formState, handleSubmit, setError } = useForm<PmoForm>({
    resolver: zodResolver(schema),
    // Not on blur: a message that pushes the buttons away makes the click miss them.
    mode: 'onSubmit',
    defaultValues: Object.fromEntries(pmoFields.map((name) => [name, known?.[name] ?? ''])) as PmoForm,
  });
  const save = handleSubmit((form) => {
    // Fields that were not asked for stay as they are, whatever somebody else makes of them meanwhile.
    const interlocutor = only ? { [only]: form[only] } : form;
    update.mutate(
      { params: { path: { operationId: operation.id } }, body: { interlocutor } },
      {
        onSuccess: () => {
          notify(t('setup.pmo.saved'), { variant: 'success' });
          onClose();
        },
        onError: (error) => {
          const failure = asApiError(error);
          const items = failure?.fields ?? [];
          for (const item of items) {
            const name = pmoFields.find((one) => item.field === `interlocutor.${one}` || item.field === one);
            setError(name ?? 'root', { type: 'server', message: words(item) });
          }
          if (items.length === 0) setError('root', { message: words(failure) });
        },
      },
    );
  });
  const line = (name: PmoField) => <FormText control={control} name={name} label={t(`setup.pmo.${name}`)} />;
  return (
    <FormDialog
      title={only ? t(`setup.pmo.${only}`) : t('setup.pmo.title')}
      confirmLabel={t('setup.pmo.save')}
      pending={update.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      {formState.isSubmitted && <FormSummary errors={formState.errors} />}
      {only ? line(only) : <AllFields line={line} />}
    </FormDialog>
  );
}

function AllFields({ line }: { line: (name: PmoField) => ReactNode }) {
  return (
    <>
      {line('legalName')}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {line('legalNumber')}
        {line('taxId')}
      </Box>
      {line('address')}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: '120px 1fr' }}>
        {line('postCode')}
        {line('city')}
      </Box>
      {line('contactName')}
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        {line('email')}
        {line('phoneNumber')}
      </Box>
    </>
  );
}
