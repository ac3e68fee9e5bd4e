import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../api/operations';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { notify } from '../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../design/useProblemText';
import { type BillingConfig, type BillingContract, useDeleteConfig, useDeleteContract } from './queries';

export type Doomed =
  | { kind: 'config'; config: BillingConfig; name: string; contracts: number }
  | { kind: 'contract'; contract: BillingContract };

/** Asks before a config goes with its contracts, or one contract; what was billed stays. */
export function DeleteDialog({ doomed, onClose }: { doomed: Doomed; onClose: () => void }) {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  const words = useErrorText();
  const { id: operationId } = useOperation();
  const config = useDeleteConfig();
  const contract = useDeleteContract();
  const asked = doomed.kind === 'config' ? config : contract;
  const options = {
    onSuccess: () => {
      notify(t(`legacyBilling.${doomed.kind}.deleted`));
      onClose();
    },
  };
  const confirm = () =>
    doomed.kind === 'config'
      ? config.mutate({ params: { path: { operationId, billingConfigId: doomed.config.id } } }, options)
      : contract.mutate({ params: { path: { operationId, contractId: doomed.contract.id } } }, options);
  return (
    <ConfirmDialog
      open
      title={t(`legacyBilling.${doomed.kind}.deleteTitle`)}
      confirmLabel={t('legacyBilling.delete')}
      destructive
      pending={asked.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>
        {doomed.kind === 'config'
          ? t('legacyBilling.config.deleteContent', { name: doomed.name, smart_count: doomed.contracts })
          : t('legacyBilling.contract.deleteContent', {
              producer: doomed.contract.producerName,
              consumer: doomed.contract.consumerName,
              start: formats.day(doomed.contract.startDate),
            })}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 1.5 }}>
        {t('legacyBilling.billsStay')}
      </Typography>
      {asked.isError && (
        <Alert severity="error" variant="outlined" sx={{ mt: 2 }}>
          {words(asked.error)}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
