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
  if (settings.isError || !can('invoice:send')) return null;
  // Its room is kept until it is known, so that the list below does not move.
  const automatic = change.isPending ? change.variables : (settings.data?.automatic ?? false);
  return (
    <FormControlLabel
      disabled={settings.isPending}
      control={<Switch checked={automatic} onChange={(_, checked) => change.mutate(checked)} />}
      label={t('invoices.send.automatic')}
      sx={{ mb: 1 }}
    />
  );
}
