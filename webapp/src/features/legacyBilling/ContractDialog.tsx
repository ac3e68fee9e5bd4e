import { zodResolver } from '@hookform/resolvers/zod';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useForm, useWatch } from 'react-hook-form';
import { useOperation } from '../../api/operations';
import { FormDialog } from '../../design/FormDialog';
import { FormDate, FormSelect } from '../../design/FormFields';
import { notify } from '../../design/snackbars';
import { useRefusalTexts } from '../../design/useProblemText';
import type { Site } from '../parties/parties';
import { type BillingConfig, type BillingContract, useCreateContract, useUpdateContract } from './queries';
import { type ContractForm, type ContractInput, contractSchema } from './schema';
import { useConfigName } from './useConfigName';
import { useRefused } from './useRefused';

const fields = {
  configId: 'configId',
  producerId: 'producerId',
  consumerId: 'consumerId',
  startDate: 'startDate',
} as const;

interface ContractDialogProps {
  /** Absent: a new one. */
  contract: BillingContract | undefined;
  configs: readonly BillingConfig[];
  sites: readonly Site[];
  onClose: () => void;
}

/** From when on a consumer buys of a producer by a config. Of a stored one the two do not change. */
export function ContractDialog({ contract, configs, sites, onClose }: ContractDialogProps) {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  const operation = useOperation();
  const nameOf = useConfigName(sites);
  const { control, handleSubmit, setError } = useForm<ContractInput, unknown, ContractForm>({
    resolver: zodResolver(contractSchema),
    mode: 'onSubmit',
    defaultValues: contract ?? {
      configId: (configs.length === 1 && configs[0]?.id) || '',
      producerId: '',
      consumerId: '',
      startDate: `${formats.dayOf().slice(0, 7)}-01`,
    },
  });
  const configId = useWatch({ control, name: 'configId' });
  const chosen = configs.find(({ id }) => id === configId);
  const named = (ids: readonly string[]) =>
    sites.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ value: id, label: name }));
  const create = useCreateContract();
  const update = useUpdateContract();
  const refused = useRefused<ContractInput>(setError, fields);
  const done = (key: 'created' | 'saved') => ({
    onSuccess: () => {
      notify(t(`legacyBilling.contract.${key}`));
      onClose();
    },
    onError: refused,
  });
  const save = (form: ContractForm) => {
    const path = { operationId: operation.id };
    if (!contract) return create.mutate({ params: { path }, body: form }, done('created'));
    const { configId, startDate } = form;
    update.mutate(
      { params: { path: { ...path, contractId: contract.id } }, body: { configId, startDate } },
      done('saved'),
    );
  };
  return (
    <FormDialog
      title={
        contract
          ? t('legacyBilling.contract.change', { producer: contract.producerName, consumer: contract.consumerName })
          : t('legacyBilling.contract.new')
      }
      confirmLabel={t(contract ? 'legacyBilling.config.save' : 'legacyBilling.contract.create')}
      pending={create.isPending || update.isPending}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      <FormSelect
        control={control}
        name="configId"
        label={t('legacyBilling.column.config')}
        required
        options={configs.map((one) => ({ value: one.id, label: nameOf(one) }))}
      />
      {!contract && (
        <>
          <FormSelect
            control={control}
            name="producerId"
            label={t('legacyBilling.column.producer')}
            required
            disabled={!chosen}
            options={named(chosen?.producers ?? [])}
          />
          <FormSelect
            control={control}
            name="consumerId"
            label={t('legacyBilling.column.consumer')}
            required
            disabled={!chosen}
            options={named(chosen?.consumers ?? [])}
          />
        </>
      )}
      <FormDate
        control={control}
        name="startDate"
        label={t('legacyBilling.column.start')}
        hint={t('legacyBilling.contract.startHint')}
        required
      />
    </FormDialog>
  );
}
