import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { parseDecimal } from '@openpmo/ui/formats/money';
import { formatNumber } from '@openpmo/ui/formats/number';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useState } from 'react';

/** mWh of a kWh. */
const scale = 1_000_000;

/** What the supplier's bill says: its kWh, of all registers together. Empty takes it back. */
export function BilledForm(props: { billed: number | undefined; onBilled: (milliWh: number | undefined) => void }) {
  const { billed, onBilled } = props;
  const t = useT();
  const { locale } = useFormats();
  const [typed, setTyped] = useState(billed === undefined ? '' : formatNumber(billed / scale, locale, 0, 3));
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const milliWh = typed.trim() === '' ? undefined : parseDecimal(typed, scale);
    // Nothing is taken back only where something was told.
    const readable = typed.trim() === '' ? billed !== undefined : milliWh !== undefined && milliWh >= 0;
    setWrong(!readable);
    if (readable) onBilled(milliWh);
  };
  return (
    <Stack
      component="form"
      direction={{ xs: 'column', sm: 'row' }}
      onSubmit={submit}
      noValidate
      sx={{ gap: 1.5, alignItems: 'flex-start' }}
    >
      <TextField
        label={t('billCheck.supplier.billed')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={wrong}
        helperText={t(wrong ? 'billCheck.supplier.billedFormat' : 'billCheck.supplier.billedHint')}
        slotProps={{ htmlInput: { inputMode: 'decimal' }, input: { endAdornment: t('billCheck.supplier.unit') } }}
        sx={{ width: { xs: '100%', sm: 380 } }}
      />
      <Button type="submit" variant="contained" sx={{ mt: { sm: 0.25 } }}>
        {t('billCheck.supplier.check')}
      </Button>
    </Stack>
  );
}
