import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import type { Channel } from './queries';

const channels: readonly Channel[] = ['MAIL', 'EINVOICE', 'PUBLIC_PORTAL', 'PRINT'];

/** By which channel; without a choice each client's own. */
export function ChannelChoice({ value, onChange }: { value: Channel | ''; onChange: (channel: Channel | '') => void }) {
  const t = useT();
  return (
    <TextField
      select
      fullWidth
      label={t('invoices.send.channel')}
      value={value}
      onChange={(event) => onChange(event.target.value as Channel | '')}
      sx={{ mt: 2 }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t('invoices.send.ownChannel')}</MenuItem>
      {channels.map((one) => (
        <MenuItem key={one} value={one}>
          {t(`enums.InvoiceChannel.${one}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}
