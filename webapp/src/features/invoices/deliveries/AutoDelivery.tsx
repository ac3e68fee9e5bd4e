import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { useChangeDeliverySettings, useDeliverySettings } from './queries';

/** Whether what is published is sent by itself. */
export function AutoDelivery() {
  const t = useT();
  const can = useCan();
  const { id } = useOperation();
  const settings = useDeliverySettings(id);
  const change = useChangeDeliverySettings(id);
  if (!settings.data || !can('invoice:send')) return null;
  const automatic = change.isPending ? change.variables : settings.data.automatic;
  return (
    <FormControlLabel
      control={<Switch checked={automatic} onChange={(_, checked) => change.mutate(checked)} />}
      label={t('invoices.send.automatic')}
      sx={{ mb: 1 }}
    />
  );
}
