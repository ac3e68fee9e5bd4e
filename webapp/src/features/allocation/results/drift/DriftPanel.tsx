import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import { useOperation } from '../../../../api/operations';
import { EmptyState } from '../../../../design/EmptyState';
import { ErrorPanel } from '../../../../design/ErrorPanel';
import { FilterChips } from '../../../../design/FilterChips';
import type { DayRange } from '../../../../design/period';
import { RowsSkeleton } from '../../../../design/Skeletons';
import { useDrift } from '../queries';
import { useAddress } from '../useAddress';
import { Contradictions } from './Contradictions';
import { DriftDays } from './DriftDays';
import { DriftSites } from './DriftSites';
import { bySize, thresholdOf, thresholds } from './drift';
import { ReplayButton } from './ReplayButton';

const shownParts = ['alerts', 'all'] as const;

/** Sites whose figures differ from the operator's, and on which days. */
export function DriftPanel({ period }: { period: DayRange }) {
  const t = useT();
  const formats = useFormats();
  const id = useId();
  const [params, change] = useAddress();
  const threshold = thresholdOf(params.get('threshold'));
  const { id: operationId, features } = useOperation();
  // There the platform shares the production itself: nobody else has figures.
  const own = features.includes('ownSharing');
  const query = useDrift(operationId, period, threshold);
  const sites = bySize(query.data?.sites ?? []);
  const alerts = sites.filter(({ alert }) => alert);
  const shown = shownParts.find((part) => part === params.get('show')) ?? (alerts.length > 0 ? 'alerts' : 'all');
  const chosen = sites.find(({ participantId }) => participantId === params.get('drift'));
  const percentage = formats.percentage(query.data?.thresholdPercentage ?? threshold ?? 0);
  return (
    <Stack spacing={2}>
      <Card component="section" aria-labelledby={id} sx={{ p: 2, minWidth: 0 }}>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 1 }}>
          <Typography id={id} variant="h2" sx={{ mr: 'auto' }}>
            {t('distribution.drift.title')}
          </Typography>
          {sites.length > 0 && (
            <FilterChips
              label={t('distribution.drift.show')}
              options={[
                { value: 'alerts', label: t('distribution.drift.alerts'), count: alerts.length },
                { value: 'all', label: t('distribution.drift.all'), count: sites.length },
              ]}
              value={shown}
              onChange={(show) => change({ show })}
            />
          )}
          <TextField
            select
            className="no-print"
            label={t('distribution.drift.threshold')}
            value={threshold ?? ''}
            onChange={(event) =>
              change({ threshold: event.target.value === '' ? undefined : String(event.target.value) })
            }
            sx={{ width: 168 }}
            slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
          >
            <MenuItem value="">{t('distribution.drift.ofSettings')}</MenuItem>
            {thresholds.map((one) => (
              <MenuItem key={one} value={one}>
                {formats.percentage(one)}
              </MenuItem>
            ))}
          </TextField>
        </Stack>
        {query.isPending ? (
          <RowsSkeleton height={44} />
        ) : query.isError ? (
          <ErrorPanel error={query.error} onRetry={() => query.refetch()} />
        ) : query.data.comparedDays === 0 ? (
          <EmptyState
            kind="none"
            title={t('distribution.drift.none')}
            advice={t(own ? 'distribution.drift.noneAdviceOwn' : 'distribution.drift.noneAdvice')}
            action={<ReplayButton period={period} verify={own} />}
          />
        ) : (
          <>
            <Typography color="textSecondary" sx={{ mb: 1.5, maxWidth: '100ch' }}>
              {t('distribution.drift.words', { smart_count: query.data.comparedDays, threshold: percentage })}
            </Typography>
            <DriftSites
              sites={shown === 'alerts' ? alerts : sites}
              chosen={chosen?.participantId}
              onChoose={(drift) => change({ drift })}
              empty={
                <EmptyState
                  kind="none"
                  title={t(sites.length === 0 ? 'distribution.drift.equal' : 'distribution.drift.noAlert')}
                  advice={
                    sites.length === 0
                      ? t('distribution.drift.noDayAdvice')
                      : t('distribution.drift.noAlertAdvice', { threshold: percentage })
                  }
                />
              }
            />
            <Stack sx={{ mt: 2 }}>
              <ReplayButton period={period} verify />
            </Stack>
          </>
        )}
      </Card>
      {query.data?.contradictions && (
        <Card component="section" aria-label={t('distribution.drift.contradictions')} sx={{ p: 2, minWidth: 0 }}>
          <Typography variant="h2" sx={{ mb: 1 }}>
            {t('distribution.drift.contradictions')}
          </Typography>
          <Contradictions list={query.data.contradictions} />
        </Card>
      )}
      {chosen && <DriftDays site={chosen} onClose={() => change({ drift: undefined })} />}
    </Stack>
  );
}
