import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { addMonths, type Day } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Link, Navigate, useParams } from 'react-router';
import type { FirstQuestions } from '../../api/firstQuestions';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { Page } from '../../design/Page';
import { PageSkeleton, RowsSkeleton } from '../../design/Skeletons';
import { ReportButton } from '../reports/ReportButton';
import { Setup } from '../setup/Setup';
import { NextAction } from './NextAction';
import { askMonth, latestOf, pathOf, useMonth, useMonths } from './queries';
import { StepList } from './StepList';
import { stepBodies } from './stepBodies';

export const askFirst: FirstQuestions = (queries, operation, params) =>
  askMonth(queries, operation, params, (step) => stepBodies[step].ahead());

/** A month of the operation from data to published invoices; without a month in the address, the one to work on. */
export function MonthPage() {
  const { month } = useParams();
  return month ? <OneMonth key={month} month={month} /> : <LatestMonth />;
}

/** The last month that is over. */
function LatestMonth() {
  const t = useT();
  const { id } = useOperation();
  const months = useMonths(id);
  if (months.isPending) return <PageSkeleton />;
  const latest = latestOf(months.data ?? []);
  if (latest) return <Navigate to={pathOf(id, latest.month)} replace />;
  return (
    <Page title={t('month.titleNone')} subtitle={t('month.subtitle')}>
      {months.isError ? (
        <ErrorPanel error={months.error} onRetry={() => months.refetch()} />
      ) : (
        <Setup
          otherwise={
            <Card>
              <EmptyState kind="none" title={t('month.none.title')} advice={t('month.none.advice')} />
            </Card>
          }
        />
      )}
    </Page>
  );
}

function OneMonth({ month }: { month: string }) {
  const t = useT();
  const formats = useFormats();
  const { id, features } = useOperation();
  const reported = useCan()('report:export') && features.includes('metrics');
  const found = useMonth(id, month);
  const first = `${month}-01` as Day;
  return (
    <Page
      title={t('month.title', { month: formats.day(first, 'month') })}
      subtitle={t('month.subtitle')}
      actions={
        <>
          {reported && <ReportButton subject={{ kind: 'operation', operationId: id }} period={month} />}
          <Neighbours month={first} />
        </>
      }
    >
      {found.isPending && <RowsSkeleton rows={5} height={56} />}
      {found.isError && <ErrorPanel error={found.error} onRetry={() => found.refetch()} />}
      {found.data && (
        <Stack sx={{ gap: 2 }}>
          <NextAction month={found.data} />
          {found.data.state !== 'EMPTY' && <StepList month={found.data} />}
        </Stack>
      )}
    </Page>
  );
}

/** The month before, and the one after as far as it has begun. */
function Neighbours({ month }: { month: Day }) {
  const t = useT();
  const formats = useFormats();
  const { id } = useOperation();
  const to = (months: number) => pathOf(id, addMonths(month, months).slice(0, 7));
  const last = addMonths(month, 1) > formats.dayOf();
  return (
    <>
      <IconButton component={Link} to={to(-1)} aria-label={t('steps.previous')}>
        <ChevronLeft />
      </IconButton>
      {!last && (
        <IconButton component={Link} to={to(1)} aria-label={t('steps.following')}>
          <ChevronRight />
        </IconButton>
      )}
    </>
  );
}
