import { zodResolver } from '@hookform/resolvers/zod';
import { useT } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../../../design/FormDialog';
import { FormText } from '../../../design/FormFields';
import { notify } from '../../../design/snackbars';
import { useRefusalTexts } from '../../../design/useProblemText';
import { type Bill, useUpdateBill } from '../queries';
import { type NameForm, nameSchema } from '../schema';
import { useRefused } from '../useRefused';

/** Another name for the document of a bill. */
export function RenameDialog({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  useRefusalTexts();
  const t = useT();
  const update = useUpdateBill();
  const { control, handleSubmit, setError } = useForm<NameForm>({
    resolver: zodResolver(nameSchema),
    mode: 'onSubmit',
    defaultValues: { documentName: bill.documentName },
  });
  const refused = useRefused<NameForm>(setError, { documentName: 'documentName' });
  const save = (body: NameForm) =>
    update.mutate(
      { params: { path: { operationId: bill.operationId, billId: bill.id } }, body },
      {
        onSuccess: () => {
          notify(t('legacyBilling.bill.renamed', { name: body.documentName }));
          onClose();
        },
        onError: refused,
      },
    );
  return (
    <FormDialog
      title={t('legacyBilling.bill.rename')}
      confirmLabel={t('legacyBilling.config.save')}
      pending={update.isPending}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      <FormText control={control} name="documentName" label={t('legacyBilling.column.document')} required autoFocus />
    </FormDialog>
  );
}
