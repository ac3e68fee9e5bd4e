import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useOperation } from '../../api/operations';
import { type Column, DataTable } from '../../design/DataTable';
import { sizeOf } from './runs';
import { TroubleList } from './TroubleList';
import { foreseen } from './trouble';
import { UnpricedEnergy } from './UnpricedEnergy';

type Item = Schemas['BillRunCheckItem'];

/** Whom a run would bill, what it would stumble on, and which drafts it replaces. */
export function RunPreview({ check }: { check: Schemas['BillRunCheck'] }) {
  const t = useT();
  const columns = useColumns();
  const troubles = foreseen(check.clients);
  const { clients, periods } = sizeOf(check.clients);
  if (check.clients.length === 0) {
    return (
      <>
        {check.subscriptionsNumber === 0 ? (
          <NobodySubscribed />
        ) : (
          <Alert severity="info" variant="outlined">
            {t('errors.run.nothingDue')}
          </Alert>
        )}
        {check.unpriced && <UnpricedEnergy unpriced={check.unpriced} />}
      </>
    );
  }
  return (
    <>
      <Typography>
        {t('billRuns.preview.size', {
          clients: t('billRuns.preview.clients', { smart_count: clients }),
          periods: t('billRuns.preview.periods', { smart_count: periods }),
        })}
      </Typography>
      {check.overwrittenDrafts > 0 && (
        <Alert severity="warning" variant="outlined">
          {t('billRuns.preview.overwritten', { smart_count: check.overwrittenDrafts })}
        </Alert>
      )}
      {check.unpriced && <UnpricedEnergy unpriced={check.unpriced} />}
      {troubles.length > 0 && (
        <Box>
          <Typography variant="h3" sx={{ mb: 1 }}>
            {t('billRuns.preview.problems', { smart_count: new Set(troubles.map(({ client }) => client.id)).size })}
          </Typography>
          <TroubleList troubles={troubles} foreseen />
        </Box>
      )}
      <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}>
        <DataTable
          caption={t('billRuns.preview.caption')}
          rows={check.clients}
          columns={columns}
          rowId={({ billingEntityId, billableEntityId }) => `${billingEntityId} ${billableEntityId}`}
          rowName={({ billableEntityName }) => billableEntityName}
          defaultSort={{ id: 'client' }}
          dense
          maxHeight={260}
        />
      </Box>
    </>
  );
}

/** Nothing can be due: says why, and leads to where it is mended. */
function NobodySubscribed() {
  const t = useT();
  const { id } = useOperation();
  return (
    <Alert
      severity="warning"
      variant="outlined"
      action={
        <Button component={Link} to={`/pmo/operations/${id}/billing/subscriptions`} size="small" color="inherit">
          {t('billRuns.preview.subscribe')}
        </Button>
      }
    >
      {t('billRuns.preview.nobodySubscribed')}
    </Alert>
  );
}

function useColumns(): Column<Item>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    (): Column<Item>[] => [
      {
        id: 'client',
        header: t('billRuns.column.client'),
        width: 'minmax(120px, 1.4fr)',
        cell: ({ billableEntityName }) => billableEntityName,
        sortValue: ({ billableEntityName, billingEntityName }) => `${billableEntityName} ${billingEntityName}`,
      },
      {
        id: 'issuer',
        header: t('billRuns.column.issuer'),
        width: 'minmax(120px, 1.2fr)',
        cell: ({ billingEntityName }) => billingEntityName,
        sortValue: ({ billingEntityName }) => billingEntityName,
        hideBelow: 'sm',
      },
      {
        id: 'periods',
        header: t('billRuns.column.periods'),
        width: 'minmax(130px, 1.4fr)',
        cell: ({ periods }) => periods.map(({ from, to }) => formats.dayRange(from, to)).join(', '),
        sortValue: ({ periods }) => periods[0]?.from,
        hideBelow: 'sm',
      },
      {
        id: 'state',
        header: t('billRuns.column.state'),
        width: '116px',
        cell: ({ problems }) =>
          problems && problems.length > 0 ? (
            <Chip size="small" variant="outlined" color="warning" label={t('billRuns.preview.blocked')} />
          ) : (
            <Chip size="small" variant="outlined" color="success" label={t('billRuns.preview.ready')} />
          ),
        sortValue: ({ problems }) => problems?.length ?? 0,
      },
    ],
    [t, formats],
  );
}
