import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { type Column, DataTable } from '../../../design/DataTable';
import { EmptyState } from '../../../design/EmptyState';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { RowsSkeleton } from '../../../design/Skeletons';
import { StatusChip } from '../../../design/StatusChip';
import { useProblemText } from '../../../design/useProblemText';
import { Section } from '../Section';
import { type Period, type Seller, useSellers } from './queries';

// Neither is needed to read the list.
const SettingsDialog = lazy(() => import('./SettingsDialog').then((module) => ({ default: module.SettingsDialog })));
const PeriodDialog = lazy(() => import('./PeriodDialog').then((module) => ({ default: module.PeriodDialog })));

/** What each seller told the administration of its sales, and has to tell it. */
export function ReportingPanel() {
  const t = useT();
  const { id: operationId } = useOperation();
  const list = useSellers(operationId);
  return (
    <Section title={t('einvoicing.reporting.title')} text={t('einvoicing.reporting.text')}>
      {list.isPending && <RowsSkeleton rows={3} />}
      {list.isError && <ErrorPanel error={list.error} onRetry={() => list.refetch()} />}
      {list.data?.length === 0 && (
        <EmptyState
          kind="none"
          title={t('einvoicing.reporting.empty')}
          advice={t('einvoicing.reporting.emptyAdvice')}
        />
      )}
      <Stack sx={{ gap: 3 }}>
        {(list.data ?? []).map((one) => (
          <OneSeller key={one.billingEntityId} seller={one} />
        ))}
      </Stack>
    </Section>
  );
}

function OneSeller({ seller }: { seller: Seller }) {
  const t = useT();
  const formats = useFormats();
  const can = useCan();
  const words = useProblemText();
  const [editing, setEditing] = useState(false);
  const [shown, setShown] = useState<Period>();
  const columns = useColumns(setShown);
  const { name, legalNumber, settings, problem, hiddenOperations, periods } = seller;
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start', flexWrap: 'wrap' }}>
        <Stack sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Typography variant="h3">{name}</Typography>
          <Typography variant="body2" color="textSecondary">
            {settings.regime ? t(`enums.EReportingRegime.${settings.regime}`) : t('einvoicing.reporting.noRegime')} ·{' '}
            {t('einvoicing.reporting.since', { number: legalNumber, since: formats.day(settings.since, 'medium') })}
          </Typography>
        </Stack>
        {can('einvoicing:update') && (
          <Button variant="outlined" size="small" onClick={() => setEditing(true)}>
            {t('einvoicing.reporting.settings')}
          </Button>
        )}
      </Stack>
      {problem && (
        <Alert severity="warning" variant="outlined">
          {words(problem)}
        </Alert>
      )}
      {hiddenOperations > 0 && (
        <Alert severity="info" variant="outlined">
          {t('einvoicing.reporting.hidden', { smart_count: hiddenOperations })}
        </Alert>
      )}
      {!problem && (
        <DataTable
          caption={name}
          rows={periods}
          columns={columns}
          rowId={({ periodStart }) => periodStart}
          rowName={({ periodStart, periodEnd }) => formats.dayRange(periodStart, periodEnd)}
          empty={<Typography color="textSecondary">{t('einvoicing.reporting.noPeriods')}</Typography>}
        />
      )}
      <Suspense fallback={null}>
        {editing && <SettingsDialog seller={seller} onClose={() => setEditing(false)} />}
        {shown && (
          <PeriodDialog
            name={name}
            entityId={seller.billingEntityId}
            period={shown}
            onClose={() => setShown(undefined)}
          />
        )}
      </Suspense>
    </Stack>
  );
}

function useColumns(onOpen: (period: Period) => void): Column<Period>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'period',
        header: t('einvoicing.reporting.column.period'),
        width: 'minmax(190px, 1.4fr)',
        card: 'title',
        cell: (period) => (
          <Button size="small" sx={{ textAlign: 'left' }} onClick={() => onOpen(period)}>
            {formats.dayRange(period.periodStart, period.periodEnd)}
          </Button>
        ),
        sortValue: ({ periodStart }) => periodStart,
      },
      {
        id: 'state',
        header: t('einvoicing.reporting.column.state'),
        width: '150px',
        card: 'aside',
        cell: ({ state }) => <StatusChip kind="EReportingState" status={state} />,
        sortValue: ({ state }) => state,
      },
      {
        id: 'due',
        header: t('einvoicing.reporting.column.due'),
        width: '136px',
        cell: ({ dueDate, state }) => (state === 'NOTHING' ? '–' : formats.day(dueDate, 'medium')),
        sortValue: ({ dueDate }) => dueDate,
      },
      {
        id: 'invoices',
        header: t('einvoicing.reporting.column.invoices'),
        width: '100px',
        align: 'right',
        cell: ({ invoices }) => formats.number(invoices),
        sortValue: ({ invoices }) => invoices,
      },
      {
        id: 'net',
        header: t('einvoicing.reporting.column.net'),
        width: '120px',
        align: 'right',
        cell: ({ netCents }) => formats.money(netCents),
        sortValue: ({ netCents }) => netCents,
      },
      {
        id: 'vat',
        header: t('einvoicing.reporting.column.vat'),
        width: '110px',
        align: 'right',
        cell: ({ vatCents }) => formats.money(vatCents),
        sortValue: ({ vatCents }) => vatCents,
        hideBelow: 'md',
      },
    ],
    [t, formats, onOpen],
  );
}
