import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { type Column, DataTable } from '../../design/DataTable';
import { useProblemText } from '../../design/useProblemText';
import type { Preview, PreviewedClient } from './queries';

interface PreviewResultProps {
  preview: Preview;
  onMend?: (() => void) | undefined;
}

/** What would have been billed: the whole, what blocks, and each client. */
export function PreviewResult({ preview, onMend }: PreviewResultProps) {
  const t = useT();
  const formats = useFormats();
  const problem = useProblemText();
  const columns = useColumns();
  const { total, clients, clientsNumber, blockedNumber, unpriced } = preview;
  return (
    <Stack sx={{ gap: 1.5 }} role="status">
      <Typography>
        {t('plans.preview.sum', {
          energy: formats.kWh(total.energyMilliWh),
          net: formats.money(total.netCents),
          smart_count: clientsNumber,
        })}{' '}
        {total.amountCents === undefined
          ? t('plans.preview.vatUnknown')
          : t('plans.preview.amount', { amount: formats.money(total.amountCents) })}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {t(`enums.PreviewedWhose.${preview.whose}`)}
        {total.lackingDays > 0 && ` · ${t('plans.preview.lacking', { smart_count: total.lackingDays })}`}
      </Typography>
      {preview.warnings?.map((warning) => (
        <Alert key={`${warning.row} ${warning.key}`} severity="warning" variant="outlined">
          {problem(warning)}
        </Alert>
      ))}
      {unpriced && (
        <Alert
          severity="error"
          variant="outlined"
          action={
            onMend && (
              <Button size="small" color="inherit" onClick={onMend}>
                {t('plans.preview.mend')}
              </Button>
            )
          }
        >
          <AlertTitle>{t('plans.preview.unpriced')}</AlertTitle>
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {unpriced.map(({ usage, energyMilliWh }) => (
              <li key={usage}>
                {t('plans.preview.volume', {
                  usage: t(`enums.Usage.${usage}`),
                  energy: formats.kWh(energyMilliWh),
                })}
              </li>
            ))}
          </Box>
        </Alert>
      )}
      {blockedNumber > 0 && (
        <Typography sx={{ color: 'error.main' }}>
          {t('plans.preview.blocked', { smart_count: blockedNumber })}
        </Typography>
      )}
      <DataTable
        dense
        caption={t('plans.preview.title')}
        rows={clients}
        columns={columns}
        rowId={({ billableEntityId, billingEntityId, clientName, issuerName }) =>
          `${billableEntityId ?? clientName} ${billingEntityId ?? issuerName}`
        }
        rowName={({ clientName }) => clientName}
        maxHeight={360}
        empty={<Typography color="textSecondary">{t('plans.preview.none')}</Typography>}
      />
      {clients.length < clientsNumber && (
        <Typography variant="body2" color="textSecondary">
          {t('plans.preview.shown', { shown: clients.length, all: clientsNumber })}
        </Typography>
      )}
    </Stack>
  );
}

function useColumns(): Column<PreviewedClient>[] {
  const t = useT();
  const formats = useFormats();
  const problem = useProblemText();
  return useMemo(
    (): Column<PreviewedClient>[] => [
      {
        id: 'client',
        header: t('plans.preview.client'),
        width: 'minmax(160px, 1.6fr)',
        cell: (row) => (
          <Box sx={{ minWidth: 0, whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
            {row.clientName}
            <Typography variant="caption" component="div" color="textSecondary">
              {row.issuerName}
            </Typography>
            {row.problem && (
              <Typography variant="body2" sx={{ color: 'error.main' }}>
                {problem(row.problem)}
              </Typography>
            )}
          </Box>
        ),
        sortValue: ({ clientName }) => clientName,
        file: { as: 'text', of: ({ clientName }) => clientName },
      },
      {
        id: 'energy',
        header: t('plans.preview.energy'),
        width: '128px',
        align: 'right',
        cell: ({ total }) => formats.kWh(total.energyMilliWh),
        sortValue: ({ total }) => total.energyMilliWh,
      },
      {
        id: 'net',
        header: t('plans.preview.net'),
        width: '108px',
        align: 'right',
        cell: ({ total }) => formats.money(total.netCents),
        sortValue: ({ total }) => total.netCents,
        hideBelow: 'sm',
      },
      {
        id: 'amount',
        header: t('plans.preview.gross'),
        width: '108px',
        align: 'right',
        card: 'aside',
        cell: ({ total }) => (total.amountCents === undefined ? t('formats.none') : formats.money(total.amountCents)),
        sortValue: ({ total }) => total.amountCents,
      },
    ],
    [t, formats, problem],
  );
}
