import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { Can } from '../../design/Can';
import { ErrorPanel } from '../../design/ErrorPanel';
import type { DayRange } from '../../design/period';
import { RowsSkeleton } from '../../design/Skeletons';
import { useDataHealth } from './queries';

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
    <Card component="section" aria-labelledby={id} className="no-print" sx={{ p: 2, minWidth: 0 }}>
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
      {sites.length > 0 && (
        <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mt: 1, gap: 1.25 }}>
          {(all ? sites : sites.slice(0, listed)).map((site) => (
            <Site key={site.participantId} site={site} />
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

function Site({ site }: { site: Schemas['SiteHealth'] }) {
  return (
    <li>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{site.name}</Typography>
      <Stack component="ul" sx={{ pl: 2.5, m: 0 }}>
        {site.problems.map((problem) => (
          <Problem key={`${problem.kind} ${problem.nature ?? ''}`} problem={problem} />
        ))}
      </Stack>
    </li>
  );
}

/** How many stretches of days are named. */
const stretches = 3;

function Problem({ problem }: { problem: Schemas['DataProblem'] }) {
  const t = useT();
  const formats = useFormats();
  const { kind, nature, days, ranges, energyMilliWh } = problem;
  const when = ranges.slice(0, stretches).map(({ from, to }) => formats.dayRange(from, to));
  if (ranges.length > stretches) when.push('…');
  const parts = [
    days > 0 && t('dashboard.health.days', { smart_count: days }),
    when.join(', '),
    energyMilliWh !== undefined && formats.energy(energyMilliWh),
  ].filter(Boolean);
  return (
    <Typography component="li" variant="body2">
      {t(`enums.DataProblemKind.${kind}`)}
      {nature && ` (${t(`enums.Nature.${nature}`)})`}
      {parts.length > 0 && ` : ${parts.join(' · ')}`}
    </Typography>
  );
}
