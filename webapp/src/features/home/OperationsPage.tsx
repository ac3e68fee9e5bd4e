import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import { addMonths, type Day, isDay } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useCan } from '../../api/session';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { Page } from '../../design/Page';
import { RowsSkeleton } from '../../design/Skeletons';
import { type ListAddress, useListAddress } from '../../design/useListAddress';
import { HomeSums } from './HomeSums';
import { HomeToolbar } from './HomeToolbar';
import { filterLines } from './lineFilter';
import { MapBeside } from './MapBeside';
import { OperationLine } from './OperationLine';
import { type MonthLine, useAlertCounts, useMonthLines } from './queries';

/** Words of the address that narrow the list; the month chooses another one. */
const filters = ['state', 'dso'] as const;

/** Several operations, the most urgent first. */
export function OperationsPage() {
  const t = useT();
  const formats = useFormats();
  const address = useListAddress(filters);
  const asked = address.filter('month');
  const month = isDay(`${asked}-01`) ? asked : undefined;
  const found = useMonthLines(month);
  const shown = month ?? found.data?.[0]?.month ?? addMonths(formats.dayOf(), -1).slice(0, 7);
  return (
    <Page
      title={t('home.title')}
      subtitle={t('operations.subtitle', { month: formats.day(`${shown}-01` as Day, 'month') })}
      actions={<MonthChoice month={`${shown}-01` as Day} onChange={(next) => address.setFilter('month', next)} />}
    >
      {found.isPending && <RowsSkeleton rows={6} height={72} />}
      {found.isError && <ErrorPanel error={found.error} onRetry={() => found.refetch()} />}
      {found.data && <Lines lines={found.data} address={address} />}
    </Page>
  );
}

/** The month before, and the one after as far as it has begun. */
function MonthChoice({ month, onChange }: { month: Day; onChange: (month: string) => void }) {
  const t = useT();
  const formats = useFormats();
  const to = (months: number) => onChange(addMonths(month, months).slice(0, 7));
  return (
    <>
      <IconButton onClick={() => to(-1)} aria-label={t('steps.previous')}>
        <ChevronLeft />
      </IconButton>
      <IconButton
        onClick={() => to(1)}
        aria-label={t('steps.following')}
        disabled={addMonths(month, 1) > formats.dayOf()}
      >
        <ChevronRight />
      </IconButton>
    </>
  );
}

function Lines({ lines, address }: { lines: readonly MonthLine[]; address: ListAddress }) {
  const t = useT();
  const alerts = useAlertCounts(useCan()('alertManagement:visit')).data;
  const found = filterLines(lines, {
    search: address.search,
    state: address.filter('state'),
    operator: address.filter('dso'),
  });
  return (
    <>
      <HomeSums lines={found} />
      <HomeToolbar lines={lines} address={address} />
      <MapBeside lines={found}>
        <Card sx={{ minWidth: 0 }}>
          {found.length === 0 ? (
            <EmptyState kind="noMatch" onClear={address.clear} />
          ) : (
            <Box
              component="ol"
              aria-label={t('operations.list')}
              sx={{ m: 0, p: 0, listStyle: 'none', containerType: 'inline-size' }}
            >
              {found.map((line) => (
                <OperationLine
                  key={line.operationId}
                  line={line}
                  alerts={alerts?.find(({ id }) => id === line.operationId)}
                />
              ))}
            </Box>
          )}
        </Card>
      </MapBeside>
    </>
  );
}
