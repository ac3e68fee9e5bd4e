import { zodResolver } from '@hookform/resolvers/zod';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { useOperation } from '../../api/operations';
import { FormDialog } from '../../design/FormDialog';
import { FormSelect, FormSwitch, FormText } from '../../design/FormFields';
import { FormSummary } from '../../design/FormSummary';
import { notify } from '../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../design/useProblemText';
import { type Connection, useIssuers, useSaveConnection } from './queries';
import { type ConnectionForm, connectionSchema, infoTypes, signatures, versions } from './schema';

interface ConnectionDialogProps {
  connection: Connection | undefined;
  /** Numbers of the sellers that are connected. */
  taken: readonly string[];
  onClose: () => void;
}

/** How a seller is connected with its platform. What lets us in is never shown, only told anew. */
export function ConnectionDialog({ connection, taken, onClose }: ConnectionDialogProps) {
  useRefusalTexts();
  const t = useT();
  const words = useErrorText();
  const { id: operationId } = useOperation();
  const issuers = useIssuers(operationId).data ?? [];
  const free = issuers.filter(({ legalNumber }) => legalNumber && !taken.includes(legalNumber.slice(0, 9)));
  const { control, handleSubmit, formState, setError } = useForm<ConnectionForm>({
    resolver: zodResolver(connectionSchema(connection !== undefined)),
    mode: 'onSubmit',
    defaultValues: {
      billingEntityId: connection?.billingEntityId ?? '',
      name: connection?.name ?? '',
      flowUrl: connection?.flowUrl ?? '',
      directoryUrl: connection?.directoryUrl ?? '',
      tokenUrl: connection?.tokenUrl ?? '',
      clientId: connection?.clientId ?? '',
      secret: '',
      organizationId: connection?.organizationId ?? '',
      version: connection?.version ?? '1.3',
      infoType: connection?.infoType ?? 'JSON',
      sendsRule: connection?.sendsRule ?? true,
      declaresPayments: connection?.declaresPayments ?? false,
      signature: connection?.signature ?? 'A',
      hookKey: '',
    },
  });
  const save = useSaveConnection(operationId, connection);
  const submit = handleSubmit(({ hookKey, organizationId, directoryUrl, ...form }) =>
    save.mutate(
      {
        ...form,
        ...(hookKey && { hookKey }),
        ...(organizationId && { organizationId }),
        ...(directoryUrl && { directoryUrl }),
      },
      {
        onSuccess: () => {
          notify(t('einvoicing.connection.saved', { name: form.name }));
          onClose();
        },
        onError: (error) => {
          const failure = asApiError(error);
          const items = failure?.fields ?? [];
          for (const item of items) {
            const field = item.field !== undefined && item.field in connectionSchema(true).shape ? item.field : 'root';
            setError(field as keyof ConnectionForm, { type: 'server', message: words(item) });
          }
          if (items.length === 0) setError('root', { type: 'server', message: words(failure) });
        },
      },
    ),
  );
  const kept = connection && t('einvoicing.hint.kept');
  return (
    <FormDialog
      title={
        connection
          ? t('einvoicing.connection.editTitle', { name: connection.name })
          : t('einvoicing.connection.newTitle')
      }
      confirmLabel={t('einvoicing.save')}
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {formState.isSubmitted && <FormSummary errors={formState.errors} />}
      {!connection && (
        <FormSelect
          control={control}
          name="billingEntityId"
          label={t('einvoicing.field.seller')}
          hint={free.length === 0 ? t('einvoicing.hint.noSeller') : t('einvoicing.hint.seller')}
          options={free.map(({ id, name }) => ({ value: id, label: name }))}
          required
        />
      )}
      <FormText control={control} name="name" label={t('einvoicing.field.name')} required />
      <FormText
        control={control}
        name="flowUrl"
        label={t('einvoicing.field.flowUrl')}
        hint={t('einvoicing.hint.flowUrl')}
        required
      />
      <FormText
        control={control}
        name="directoryUrl"
        label={t('einvoicing.field.directoryUrl')}
        hint={t('einvoicing.hint.directoryUrl')}
      />
      <FormText control={control} name="tokenUrl" label={t('einvoicing.field.tokenUrl')} required />
      <FormText control={control} name="clientId" label={t('einvoicing.field.clientId')} autoComplete="off" required />
      <FormText
        control={control}
        name="secret"
        label={t('einvoicing.field.secret')}
        autoComplete="off"
        type="password"
        required={!connection}
        {...(kept && { hint: kept })}
      />
      <FormText
        control={control}
        name="organizationId"
        label={t('einvoicing.field.organizationId')}
        hint={t('einvoicing.hint.organizationId')}
      />
      <FormSelect
        control={control}
        name="version"
        label={t('einvoicing.field.version')}
        options={versions.map((value) => ({ value, label: value }))}
      />
      <FormSelect
        control={control}
        name="infoType"
        label={t('einvoicing.field.infoType')}
        options={infoTypes.map((value) => ({ value, label: t(`enums.PlatformInfoType.${value}`) }))}
      />
      <FormSwitch control={control} name="sendsRule" label={t('einvoicing.field.sendsRule')} />
      <FormSwitch
        control={control}
        name="declaresPayments"
        label={t('einvoicing.field.declaresPayments')}
        hint={t('einvoicing.hint.declaresPayments')}
      />
      <FormSelect
        control={control}
        name="signature"
        label={t('einvoicing.field.signature')}
        options={signatures.map((value) => ({ value, label: t(`enums.PlatformSignature.${value}`) }))}
      />
      <FormText
        control={control}
        name="hookKey"
        label={t('einvoicing.field.hookKey')}
        hint={t('einvoicing.hint.hookKey')}
        autoComplete="off"
        type="password"
      />
    </FormDialog>
  );
}
