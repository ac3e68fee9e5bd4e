import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { usePayoutSettings, useSavePayoutSettings, type Version } from './queries';

const versions: Version[] = ['PAIN_001_001_09', 'PAIN_001_001_03'];

/** Which order to pay the bank takes. */
export function BankFormat() {
  const t = useT();
  const can = useCan();
  const operation = useOperation();
  const settings = usePayoutSettings(operation.id);
  const save = useSavePayoutSettings(operation.id);
  if (!settings.data) return null;
  return (
    <TextField
      select
      id="bank-format"
      size="small"
      fullWidth={false}
      label={t('statements.bankFormat')}
      value={settings.data.messageVersion}
      disabled={!can('payout:update') || save.isPending}
      onChange={({ target }) => {
        const chosen = versions.find((one) => one === target.value);
        if (chosen) save.mutate(chosen);
      }}
      sx={{ minWidth: 220 }}
    >
      {versions.map((one) => (
        <MenuItem key={one} value={one}>
          {t(`enums.PayoutMessageVersion.${one}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}
