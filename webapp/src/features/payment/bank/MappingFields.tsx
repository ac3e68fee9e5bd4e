import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../../api/operations';
import { useIssuers } from '../queries';
import type { BankMapping } from './queries';

const single = ['day', 'amount', 'debit', 'credit', 'counterparty', 'counterpartyIban', 'reference'] as const;
const decimals: readonly Schemas['BankDecimal'][] = ['COMMA', 'POINT'];
const dates: readonly Schemas['BankDates'][] = ['DAY_MONTH_YEAR', 'MONTH_DAY_YEAR', 'YEAR_MONTH_DAY'];

type Told = Partial<Record<(typeof single)[number] | 'billingEntityId' | 'decimal' | 'dates', string>> & {
  texts: string[];
};

interface MappingFieldsProps {
  columns: readonly string[];
  pending: boolean;
  onTold: (mapping: BankMapping) => void;
}

/** Asks what the columns of a table mean; the answer is kept for tables with the same columns. */
export function MappingFields({ columns, pending, onTold }: MappingFieldsProps) {
  const t = useT();
  const issuers = useIssuers(useOperation().id);
  const [told, setTold] = useState<Told>({ texts: [] });
  const set = (name: keyof Told, value: string) => setTold((before) => ({ ...before, [name]: value }));
  const issuerId = told.billingEntityId ?? (issuers.data?.length === 1 ? issuers.data[0]?.id : undefined) ?? '';
  const complete = issuerId !== '' && told.day && told.decimal && told.dates;
  const tell = () => {
    const { texts, billingEntityId: _, day, decimal, dates: form, ...rest } = told;
    onTold({
      ...Object.fromEntries(Object.entries(rest).filter(([, column]) => column)),
      billingEntityId: issuerId,
      day: day ?? '',
      decimal: decimal as Schemas['BankDecimal'],
      dates: form as Schemas['BankDates'],
      ...(texts.length > 0 && { texts }),
    });
  };
  const choice = (name: keyof Told, label: string, value: string, options: [string, string][]) => (
    <TextField
      select
      id={`bank-mapping-${name}`}
      size="small"
      label={label}
      value={value}
      onChange={({ target }) => set(name, target.value)}
    >
      {options.map(([option, text]) => (
        <MenuItem key={option} value={option}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
  const ofColumns: [string, string][] = [['', t('formats.none')], ...columns.map((c): [string, string] => [c, c])];
  return (
    <Box>
      <Typography variant="h3" sx={{ mb: 1.5 }}>
        {t('payments.bank.mapping')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))' }}>
        {choice(
          'billingEntityId',
          t('payments.field.issuer'),
          issuerId,
          (issuers.data ?? []).map(({ id, name }): [string, string] => [id, name]),
        )}
        {single.map((name) => (
          <Box key={name} sx={{ display: 'grid' }}>
            {choice(name, t(`payments.bank.column.${name}`), told[name] ?? '', ofColumns)}
          </Box>
        ))}
        <TextField
          select
          id="bank-mapping-texts"
          size="small"
          label={t('payments.bank.column.texts')}
          value={told.texts}
          slotProps={{ select: { multiple: true } }}
          onChange={({ target }) =>
            setTold((before) => ({ ...before, texts: ([] as string[]).concat(target.value as unknown as string[]) }))
          }
        >
          {columns.map((column) => (
            <MenuItem key={column} value={column}>
              {column}
            </MenuItem>
          ))}
        </TextField>
        {choice(
          'decimal',
          t('payments.bank.column.decimal'),
          told.decimal ?? '',
          decimals.map((one): [string, string] => [one, t(`enums.BankDecimal.${one}`)]),
        )}
        {choice(
          'dates',
          t('payments.bank.column.dates'),
          told.dates ?? '',
          dates.map((one): [string, string] => [one, t(`enums.BankDates.${one}`)]),
        )}
      </Box>
      <Button sx={{ mt: 1.5 }} variant="outlined" onClick={tell} disabled={!complete} loading={pending}>
        {t('payments.bank.tell')}
      </Button>
    </Box>
  );
}
