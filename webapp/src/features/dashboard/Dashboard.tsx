import PrintOutlined from '@mui/icons-material/PrintOutlined';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { Held } from '../../design/Held';
import { Page } from '../../design/Page';
import { PeriodBar } from '../../design/PeriodBar';
import { type DayRange, dataBounds } from '../../design/period';
import { PageSkeleton } from '../../design/Skeletons';
import { usePeriod } from '../../design/usePeriod';
import { WholePage } from '../../design/WhenVisible';
import { CoefficientsDueAlert } from '../due/CoefficientsDueAlert';
import { useCoefficientsDue } from '../due/queries';
import { Setup } from '../setup/Setup';
import { CompareButton } from './CompareButton';
import { DashboardBody } from './DashboardBody';
import { DataSentence } from './DataSentence';
import { HealthLine } from './health/HealthLine';
import { useDataHealth, useDateRanges } from './queries';
import { UploadLoader } from './UploadLoader';
import { usePrint } from './usePrint';
import { SiteChoice } from './viewpoint/SiteChoice';
import type { Participant, Viewpoint } from './viewpoint/viewpoint';

interface DashboardProps {
  view: Viewpoint;
  own: readonly Participant[];
  /** What the page is called; the dashboard when absent. */
  title?: string;
  /** Words of the link to what one may do with one's own data; none when absent. */
  rights?: string;
}

/** Title, period and what is known of the data; the figures below once there are some. */
export function Dashboard({ view, own, title: called, rights }: DashboardProps) {
  const t = useT();
  const operation = useOperation();
  const ranges = useDateRanges(view);
  const { whole, print } = usePrint();
  const bounds = useMemo(() => dataBounds(ranges.data), [ranges.data]);
  const { period, setPeriod, trail, zoom } = usePeriod(bounds);
  if (ranges.isPending) return <PageSkeleton />;
  const title = called ?? t('dashboard.title');
  const site = own.find(({ id }) => view.kind !== 'operation' && id === view.siteId);
  return (
    <Page
      title={site ? t('dashboard.titleOf', { title, name: site.name }) : title}
      subtitle={ranges.data && bounds && <DataSentence ranges={ranges.data} />}
      actions={
        period &&
        bounds && (
          <>
            <PeriodBar period={period} bounds={bounds} onChange={setPeriod} />
            <CompareButton />
            <ImportIcon />
            <Tooltip title={t('dashboard.print')}>
              <IconButton
                aria-label={t('dashboard.print')}
                loading={whole}
                onClick={print}
                sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
              >
                <PrintOutlined />
              </IconButton>
            </Tooltip>
          </>
        )
      }
    >
      <UploadLoader />
      <SiteChoice view={view} own={own} />
      {rights && (
        <Button variant="outlined" color="inherit" component={Link} to="rights" sx={{ mb: 2 }}>
          {rights}
        </Button>
      )}
      {view.kind === 'operation' && !bounds && (
        <Warnings>
          <CoefficientsDueAlert operationId={operation.id} />
        </Warnings>
      )}
      {ranges.isError ? (
        <ErrorPanel error={ranges.error} onRetry={() => ranges.refetch()} />
      ) : period && bounds && ranges.data ? (
        <WholePage value={whole}>
          {view.kind === 'operation' ? (
            <Warned operationId={operation.id} period={period}>
              <DashboardBody {...{ view, operation, period, bounds, trail, zoom }} />
            </Warned>
          ) : (
            <DashboardBody {...{ view, operation, period, bounds, trail, zoom }} />
          )}
        </WholePage>
      ) : (
        <Setup
          otherwise={
            <Card>
              <EmptyState
                kind="none"
                title={t('dashboard.empty.title')}
                advice={
                  <Can permission="upload:view" fallback={t('dashboard.empty.wait')}>
                    {t('dashboard.empty.import')}
                  </Can>
                }
                action={<ImportLink />}
              />
            </Card>
          }
        />
      )}
    </Page>
  );
}

/** Figures below what is to know of them: they are not shown before that is known, and do not move when it comes. */
function Warned({ operationId, period, children }: { operationId: string; period: DayRange; children: ReactNode }) {
  const due = useCoefficientsDue([operationId]);
  const health = useDataHealth(operationId, period);
  return (
    <>
      <Warnings>
        <CoefficientsDueAlert operationId={operationId} />
        <HealthLine operationId={operationId} period={period} />
      </Warnings>
      <Held until={!due.isLoading && !health.isLoading}>{children}</Held>
    </>
  );
}

/** What is to know before the figures are read: beside one another where there is room. */
function Warnings({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        mb: 2,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'stretch',
        '& > *': { flex: '1 1 420px', alignItems: 'center' },
        '&:empty': { display: 'none' },
      }}
    >
      {children}
    </Box>
  );
}

/** The way to the files, small beside the period. */
function ImportIcon() {
  const t = useT();
  const { id } = useOperation();
  return (
    <Can permission="upload:view">
      <Tooltip title={t('dashboard.import')}>
        <IconButton
          component={Link}
          to={`/pmo/operations/${id}/imports`}
          aria-label={t('dashboard.import')}
          className="no-print"
        >
          <UploadFileOutlined />
        </IconButton>
      </Tooltip>
    </Can>
  );
}

function ImportLink() {
  const t = useT();
  const { id } = useOperation();
  return (
    <Can permission="upload:view">
      <Button
        component={Link}
        to={`/pmo/operations/${id}/imports`}
        variant="contained"
        startIcon={<UploadFileOutlined />}
      >
        {t('dashboard.import')}
      </Button>
    </Can>
  );
}
