import { zodResolver } from '@hookform/resolvers/zod';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { type Control, useForm, useWatch } from 'react-hook-form';
import { useOperation } from '../../api/operations';
import { FormDialog } from '../../design/FormDialog';
import { FormSelect, FormSwitch, FormText } from '../../design/FormFields';
import { FormSummary } from '../../design/FormSummary';
import { notify } from '../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../design/useProblemText';
import { type Connection, type ConnectionCreation, useIssuers, useSaveConnection } from './queries';
import {
  type CarrierKind,
  type ConnectionForm,
  connectionSchema,
  infoTypes,
  kinds,
  signatures,
  versions,
} from './schema';

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
  const access = connection?.peppol;
  const { control, handleSubmit, formState, setError } = useForm<ConnectionForm>({
    resolver: (values, context, options) =>
      zodResolver(connectionSchema(connection !== undefined, values.kind))(values, context, options),
    mode: 'onSubmit',
    defaultValues: {
      billingEntityId: connection?.billingEntityId ?? '',
      kind: connection?.kind ?? 'AFNOR',
      name: connection?.name ?? '',
      submitUrl: access?.submitUrl ?? '',
      statusUrl: access?.statusUrl ?? '',
      header: access?.header ?? 'Authorization',
      headerValue: access?.headerValue ?? 'Bearer {secret}',
      body: access?.body ?? '{"sender": "{sender}", "recipient": "{receiver}", "document": "{ublBase64}"}',
      idField: access?.idField ?? 'id',
      stateField: access?.stateField ?? 'status',
      reasonField: access?.reasonField ?? '',
      delivered: access?.delivered ?? 'sent,delivered',
      failed: access?.failed ?? 'failed,rejected',
      folder: access?.folder ?? '',
      zone: access?.zone ?? '',
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
  const kind = useWatch({ control, name: 'kind' });
  const submit = handleSubmit((form) =>
    save.mutate(told(form), {
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
    }),
  );
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
      {!connection && (
        <FormSelect
          control={control}
          name="kind"
          label={t('einvoicing.field.kind')}
          options={kinds.map((value) => ({ value, label: t(`enums.EInvoiceCarrierKind.${value}`) }))}
        />
      )}
      {kind === 'AFNOR' ? (
        <PlatformFields control={control} known={connection !== undefined} />
      ) : (
        <AccessPointFields control={control} kind={kind} known={connection !== undefined} />
      )}
    </FormDialog>
  );
}

interface FieldsProps {
  control: Control<ConnectionForm>;
  known: boolean;
}

function SecretField({ control, known, required }: FieldsProps & { required: boolean }) {
  const t = useT();
  return (
    <FormText
      control={control}
      name="secret"
      label={t('einvoicing.field.secret')}
      autoComplete="off"
      type="password"
      required={required && !known}
      {...(known && { hint: t('einvoicing.hint.kept') })}
    />
  );
}

/** How a French platform is reached. */
function PlatformFields({ control, known }: FieldsProps) {
  const t = useT();
  return (
    <>
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
      <SecretField control={control} known={known} required />
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
    </>
  );
}

/** How an access point of Peppol is reached, whoever made it. */
function AccessPointFields({ control, known, kind }: FieldsProps & { kind: CarrierKind }) {
  const t = useT();
  const folder = kind === 'PEPPOL_FOLDER';
  return (
    <>
      {folder && (
        <FormText
          control={control}
          name="folder"
          label={t('einvoicing.field.folder')}
          hint={t('einvoicing.hint.folder')}
          required
        />
      )}
      {!folder && (
        <>
          <FormText
            control={control}
            name="submitUrl"
            label={t('einvoicing.field.submitUrl')}
            hint={t('einvoicing.hint.places')}
            required
          />
          {kind === 'PEPPOL_JSON' && (
            <FormText
              control={control}
              name="body"
              label={t('einvoicing.field.body')}
              hint={t('einvoicing.hint.body')}
              required
            />
          )}
          <FormText
            control={control}
            name="statusUrl"
            label={t('einvoicing.field.statusUrl')}
            hint={t('einvoicing.hint.statusUrl')}
          />
          <FormText control={control} name="header" label={t('einvoicing.field.header')} />
          <FormText control={control} name="headerValue" label={t('einvoicing.field.headerValue')} />
          <SecretField control={control} known={known} required />
          <FormText control={control} name="idField" label={t('einvoicing.field.idField')} />
          <FormText control={control} name="stateField" label={t('einvoicing.field.stateField')} />
          <FormText control={control} name="delivered" label={t('einvoicing.field.delivered')} />
          <FormText control={control} name="failed" label={t('einvoicing.field.failed')} />
          <FormText control={control} name="reasonField" label={t('einvoicing.field.reasonField')} />
        </>
      )}
      <FormSelect
        control={control}
        name="zone"
        label={t('einvoicing.field.zone')}
        hint={t('einvoicing.hint.zone')}
        options={[
          { value: '', label: t('einvoicing.zone.none') },
          { value: 'PRODUCTION', label: t('enums.PeppolZone.PRODUCTION') },
          { value: 'TEST', label: t('enums.PeppolZone.TEST') },
        ]}
      />
    </>
  );
}

/** What is told of a connection of its kind. */
function told(form: ConnectionForm): ConnectionCreation {
  const { billingEntityId, kind, name, secret, zone, folder, submitUrl, statusUrl, body, ...rest } = form;
  if (kind === 'AFNOR') {
    const { flowUrl, tokenUrl, clientId, version, infoType, sendsRule, declaresPayments, signature } = rest;
    const { hookKey, organizationId, directoryUrl } = rest;
    return {
      billingEntityId,
      kind,
      name,
      secret,
      flowUrl,
      tokenUrl,
      clientId,
      version,
      infoType,
      sendsRule,
      declaresPayments,
      signature,
      ...(hookKey && { hookKey }),
      ...(organizationId && { organizationId }),
      ...(directoryUrl && { directoryUrl }),
    };
  }
  const looksUp = zone ? { zone } : {};
  if (kind === 'PEPPOL_FOLDER') return { billingEntityId, kind, name, peppol: { folder, ...looksUp } };
  const { header, headerValue, idField, stateField, reasonField, delivered, failed } = rest;
  return {
    billingEntityId,
    kind,
    name,
    secret,
    peppol: {
      submitUrl,
      header,
      headerValue,
      idField,
      stateField,
      delivered,
      failed,
      ...(statusUrl && { statusUrl }),
      ...(reasonField && { reasonField }),
      ...(kind === 'PEPPOL_JSON' && { body }),
      ...looksUp,
    },
  };
}
