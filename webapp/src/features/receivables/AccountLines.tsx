import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { type Column, DataTable } from '../../design/DataTable';
import type { AccountLine } from './queries';

type Row = AccountLine & { at: number };

/** An account: what is owed, and each line that led to it, with what was owed after it. */
export function AccountLines({ account: { balance, lines } }: { account: Schemas['ClientAccount'] }) {
  const t = useT();
  const formats = useFormats();
  const rows = useMemo(() => lines.map((line, at) => ({ ...line, at })), [lines]);
  const { owedCents, overdueCents } = balance;
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Box>
        <Typography component="p" variant="h3">
          {owedCents < 0
            ? t('receivables.account.owedBack', { amount: formats.money(-owedCents) })
            : t('receivables.account.owed', { amount: formats.money(owedCents) })}
        </Typography>
        {overdueCents > 0 && (
          <Typography color="error">
            {t('receivables.account.overdue', { amount: formats.money(overdueCents) })}
          </Typography>
        )}
      </Box>
      <DataTable
        caption={t('receivables.account.lines')}
        rows={rows}
        columns={useColumns()}
        rowId={({ at }) => String(at)}
        rowName={({ number }) => number}
        empty={<Typography color="textSecondary">{t('receivables.account.none')}</Typography>}
      />
    </Stack>
  );
}

function useColumns(): Column<Row>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      { id: 'date', header: t('receivables.field.date'), width: '112px', cell: ({ date }) => formats.day(date) },
      {
        id: 'kind',
        header: t('receivables.field.what'),
        width: 'minmax(150px, 1.6fr)',
        card: 'title',
        cell: ({ kind, number, reference }) =>
          [`${t(`enums.AccountLineKind.${kind}`)} ${number}`, reference].filter(Boolean).join(' · '),
      },
      {
        id: 'amount',
        header: t('receivables.field.amount'),
        width: '112px',
        align: 'right',
        cell: ({ amountCents }) => formats.money(amountCents),
      },
      {
        id: 'owed',
        header: t('receivables.field.owed'),
        width: '112px',
        align: 'right',
        card: 'aside',
        cell: ({ owedCents }) => formats.money(owedCents),
      },
    ],
    [t, formats],
  );
}
