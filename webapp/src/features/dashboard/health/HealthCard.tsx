import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { pageOf, siteDaysPath } from '../../../api/addresses';
import { Can } from '../../../design/Can';
import { ErrorPanel } from '../../../design/ErrorPanel';
import type { DayRange } from '../../../design/period';
import { RowsSkeleton } from '../../../design/Skeletons';
import { useDataHealth } from '../queries';
import { healthId, type SharedProblem, type SiteHealth, sharedProblems, silentSince } from './health';

/** How many sites are listed before one asks for all. */
const listed = 5;

/** The sites whose data has a problem, worst first, and nothing of those that are well. */
export function HealthCard({ operationId, period }: { operationId: string; period: DayRange }) {
  const t = useT();
  const id = useId();
  const health = useDataHealth(operationId, period);
  const [all, setAll] = useState(false);
  const sites = health.data?.sites ?? [];
  return (
    <Card
      component="section"
      id={healthId}
      tabIndex={-1}
      aria-labelledby={id}
      className="no-print"
      sx={{ p: 2, minWidth: 0, scrollMarginTop: 80 }}
    >
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
        <Typography id={id} variant="h2" sx={{ mr: 'auto' }}>
          {t('dashboard.health.title')}
        </Typography>
        {sites.length > 0 && (
          <Can permission="upload:view">
            <Link component={RouterLink} to={`/pmo/operations/${operationId}/imports`}>
              {t('dashboard.health.toImports')}
            </Link>
          </Can>
        )}
      </Stack>
      {health.isPending && <RowsSkeleton rows={3} />}
      {health.isError && <ErrorPanel error={health.error} onRetry={() => health.refetch()} />}
      {health.data && <Summary sites={sites.length} healthy={health.data.healthySites} />}
      {health.data?.awaited && <AwaitedFiles {...health.data.awaited} />}
      {sites.length > 0 && (
        <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mt: 1, gap: 1.25 }}>
          {(all ? sites : sites.slice(0, listed)).map((site) => (
            <Site key={site.participantId} {...{ site, period, operationId }} />
          ))}
        </Stack>
      )}
      {sites.length > listed && !all && (
        <Button color="inherit" size="small" onClick={() => setAll(true)} sx={{ mt: 1 }}>
          {t('dashboard.health.showAll', { smart_count: sites.length })}
        </Button>
      )}
    </Card>
  );
}

function Summary({ sites, healthy }: { sites: number; healthy: number }) {
  const t = useT();
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
      {sites === 0 ? (
        <CheckCircleOutlined color="success" aria-hidden />
      ) : (
        <WarningAmberOutlined color="warning" aria-hidden />
      )}
      <Typography>
        {sites === 0
          ? t('dashboard.health.none', { smart_count: healthy })
          : `${t('dashboard.health.some', { smart_count: sites })} ${t('dashboard.health.others', { smart_count: healthy })}`}
      </Typography>
    </Stack>
  );
}

/** How many months are named. */
const monthsNamed = 6;

/** Which files of the operator would bring what is missing. */
function AwaitedFiles({ format, months }: Schemas['AwaitedFiles']) {
  const t = useT();
  const formats = useFormats();
  const named = months.slice(-monthsNamed).map((month) => formats.day(`${month}-01`, 'month'));
  return (
    <Typography sx={{ mt: 0.5 }}>
      {t(`dashboard.health.files.${format}`, {
        months: `${months.length > monthsNamed ? '…, ' : ''}${named.join(', ')}`,
      })}
    </Typography>
  );
}

function Site({ site, period, operationId }: { site: SiteHealth; period: DayRange; operationId: string }) {
  const t = useT();
  const search = new URLSearchParams({ tab: 'drift', drift: site.participantId, ...period });
  return (
    <li>
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 1.5, alignItems: 'baseline' }}>
        <DaysLink {...{ operationId, site }} days={period} bold>
          {site.name}
        </DaysLink>
        {site.problems.some(({ kind, nature }) => kind === 'DRIFT' && nature === 'Autoconso') && (
          <Can permission="distribution:visit">
            <Link
              component={RouterLink}
              variant="body2"
              to={`/pmo/operations/${operationId}/productionDistribution?${search}`}
              aria-label={t('dashboard.health.toDriftOf', { name: site.name })}
            >
              {t('dashboard.health.toDrift')}
            </Link>
          </Can>
        )}
      </Stack>
      <Stack component="ul" sx={{ pl: 2.5, m: 0 }}>
        {sharedProblems(site.problems).map((problem) => (
          <Problem
            key={`${problem.kind} ${problem.rule ?? ''} ${problem.natures.join(' ')}`}
            {...{ problem, period, site, operationId }}
          />
        ))}
      </Stack>
    </li>
  );
}

/** How many stretches of days are named. */
const stretches = 3;

interface DaysLinkProps {
  operationId: string;
  site: SiteHealth;
  days: DayRange;
  bold?: boolean;
  children: string;
}

/** The days of a site on its page, for who may see it. */
function DaysLink({ operationId, site, days, bold = false, children }: DaysLinkProps) {
  const sx = { fontWeight: bold ? 600 : undefined, overflowWrap: 'anywhere' } as const;
  return (
    <Can
      permission={pageOf('site').permission}
      fallback={
        <Typography component="span" variant="inherit" sx={sx}>
          {children}
        </Typography>
      }
    >
      <Link component={RouterLink} variant="inherit" to={siteDaysPath(operationId, site.participantId, days)} sx={sx}>
        {children}
      </Link>
    </Can>
  );
}

interface ProblemProps {
  problem: SharedProblem;
  period: DayRange;
  site: SiteHealth;
  operationId: string;
}

/** What is wrong, on which days; each stretch leads to those days of the site. */
function Problem({ problem, period, site, operationId }: ProblemProps) {
  const t = useT();
  const formats = useFormats();
  const { kind, natures, days, ranges, energyMilliWh } = problem;
  const silent = silentSince(problem, period);
  const before = days > 0 && t('dashboard.health.days', { smart_count: days });
  const after = [
    energyMilliWh !== undefined && formats.energy(energyMilliWh),
    silent && t('dashboard.health.silent', { date: formats.day(silent, 'short') }),
  ].filter(Boolean);
  const named = natures.map((nature) => t(`enums.Nature.${nature}`)).join(', ');
  const parts: ReactNode[] = [
    before,
    ranges.length > 0 && (
      <span key="when">
        {ranges.slice(0, stretches).map((range, at) => (
          <span key={range.from}>
            {at > 0 && ', '}
            <DaysLink {...{ operationId, site }} days={range}>
              {formats.dayRange(range.from, range.to)}
            </DaysLink>
          </span>
        ))}
        {ranges.length > stretches && ', …'}
      </span>
    ),
    ...after,
  ].filter(Boolean);
  return (
    <Typography component="li" variant="body2">
      {t(`enums.DataProblemKind.${kind}`)}
      {named && ` (${named})`}
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence stay where they are
        <Fragment key={at}>
          {at === 0 ? ' : ' : ' · '}
          {part}
        </Fragment>
      ))}
    </Typography>
  );
}
