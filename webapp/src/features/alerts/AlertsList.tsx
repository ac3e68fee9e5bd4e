import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '../../api/session';
import { EmptyState } from '../../design/EmptyState';
import { EntityList } from '../../design/EntityList';
import { FilterChips } from '../../design/FilterChips';
import { RowMenu } from '../../design/RowMenu';
import { matching } from '../../design/search';
import { ThingLink } from '../../design/ThingLink';
import type { Column } from '../../design/tableProps';
import { useListAddress } from '../../design/useListAddress';
import { causeOf, placeOf } from './cause';
import { type Alert, type AlertStatus, useAlerts, useRead, useUnmute } from './queries';

const MuteDialog = lazy(() => import('./MuteDialog').then((part) => ({ default: part.MuteDialog })));

const colours = { URGENT: 'error', WARNING: 'warning', NOTICE: 'default' } as const;
const filters = ['rule'] as const;
/** So long a list was in view before it counts as read. */
const readAfter = 2000;

/** The alerts of one state: cause, what it costs, since when, and the button that mends it. */
export function AlertsList({ operationId, status }: { operationId: string; status: AlertStatus }) {
  const t = useT();
  const formats = useFormats();
  const address = useListAddress(filters);
  const found = useAlerts(operationId, status);
  const [muting, setMuting] = useState<Alert>();
  const columns = useColumns(operationId, status, setMuting);
  const all = found.data ?? [];
  useReading(operationId, status === 'OPEN' ? all : []);
  const rule = address.filter('rule');
  const rules = [...new Set(all.map((one) => one.rule))];
  const rows = matching(
    all.filter((one) => !rule || one.rule === rule),
    address.search,
    (one) => `${one.participantName ?? ''} ${t(`enums.AlertRuleKey.${one.rule}`)} ${causeOf(one, t, formats)}`,
  );
  return (
    <>
      <EntityList
        address={address}
        searchLabel={t('alerts.search')}
        caption={t('alerts.title')}
        filters={
          rules.length > 1 && (
            <FilterChips
              label={t('alerts.rule')}
              value={rule ?? ''}
              options={[
                { value: '', label: t('alerts.all'), count: all.length },
                ...rules.map((key) => ({
                  value: key as string,
                  label: t(`enums.AlertRuleKey.${key}`),
                  count: all.filter((one) => one.rule === key).length,
                })),
              ]}
              onChange={(value) => address.setFilter('rule', value || undefined)}
            />
          )
        }
        all={all}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowName={(one) => one.participantName ?? t(`enums.AlertRuleKey.${one.rule}`)}
        state={found}
        none={<EmptyState kind="none" title={t(`alerts.none.${status}`)} advice={t(`alerts.noneAdvice.${status}`)} />}
      />
      {muting && (
        <Suspense>
          <MuteDialog operationId={operationId} alert={muting} onClose={() => setMuting(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** What was in view for a moment is read; the list keeps its marks until it is opened again. */
function useReading(operationId: string, rows: readonly Alert[]) {
  const { mutate } = useRead();
  const told = useRef(new Set<string>());
  useEffect(() => {
    const ids = rows.filter(({ id, read }) => !read && !told.current.has(id)).map(({ id }) => id);
    if (ids.length === 0) return;
    const timer = setTimeout(() => {
      for (const id of ids) told.current.add(id);
      mutate({ params: { path: { operationId } }, body: { ids: ids.slice(0, 1000) } });
    }, readAfter);
    return () => clearTimeout(timer);
  }, [operationId, rows, mutate]);
}

function useColumns(operationId: string, status: AlertStatus, onMute: (alert: Alert) => void): Column<Alert>[] {
  const t = useT();
  const formats = useFormats();
  const may = useCan()('alert:update');
  const { mutate: unmute } = useUnmute();
  return useMemo(
    () => [
      {
        id: 'cause',
        header: t('alerts.column.cause'),
        width: 'minmax(260px, 4fr)',
        card: 'title',
        cell: (one) => <Cause alert={one} />,
        file: { as: 'text', of: (one) => [one.participantName, causeOf(one, t, formats)].filter(Boolean).join(' : ') },
      },
      {
        id: 'severity',
        header: t('alerts.column.severity'),
        width: '132px',
        card: 'aside',
        cell: ({ severity }) => (
          <Chip
            size="small"
            label={t(`enums.AlertSeverity.${severity}`)}
            color={status === 'OPEN' ? colours[severity] : 'default'}
            variant={severity === 'URGENT' && status === 'OPEN' ? 'filled' : 'outlined'}
          />
        ),
        sortValue: ({ severity }) => Object.keys(colours).indexOf(severity),
        file: { as: 'text', of: ({ severity }) => t(`enums.AlertSeverity.${severity}`) },
      },
      {
        id: 'impact',
        header: t('alerts.column.impact'),
        width: 'minmax(112px, 1fr)',
        align: 'right',
        cell: ({ impactMilliWh, impactCents }) => (
          <>
            {impactMilliWh === undefined && impactCents === undefined && t('formats.none')}
            {impactMilliWh !== undefined && <div>{formats.energy(impactMilliWh)}</div>}
            {impactCents !== undefined && <div>{formats.money(impactCents)}</div>}
          </>
        ),
        sortValue: ({ impactMilliWh }) => impactMilliWh,
        file: { as: 'energy', of: ({ impactMilliWh }) => impactMilliWh },
      },
      {
        id: 'amount',
        header: t('alerts.column.amount'),
        cell: () => null,
        fileOnly: true,
        file: { as: 'money', of: ({ impactCents }) => impactCents },
      },
      {
        id: 'openedAt',
        header: t(status === 'ENDED' ? 'alerts.column.endedAt' : 'alerts.column.openedAt'),
        width: '172px',
        hideBelow: 'md',
        cell: ({ openedAt, endedAt }) => formats.instant(endedAt ?? openedAt),
        sortValue: ({ openedAt, endedAt }) => endedAt ?? openedAt,
        file: { as: 'text', of: ({ openedAt, endedAt }) => formats.instant(endedAt ?? openedAt) },
      },
      {
        id: 'action',
        header: t('alerts.column.action'),
        width: 'minmax(228px, 1.4fr)',
        cell: (one) => (
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 0.5, width: '100%' }}>
            {status === 'ENDED' ? (
              <span />
            ) : (
              <Button
                size="small"
                variant={one.severity === 'URGENT' && status === 'OPEN' ? 'contained' : 'outlined'}
                component={Link}
                to={`/pmo/operations/${operationId}/${placeOf(one)}`}
                className="no-print"
                sx={{ textAlign: 'center', lineHeight: 1.3 }}
              >
                {t(`enums.AlertAction.${one.action}`)}
              </Button>
            )}
            {may && status !== 'ENDED' && (
              <RowMenu
                name={one.participantName ?? t(`enums.AlertRuleKey.${one.rule}`)}
                actions={[
                  {
                    label: t(status === 'MUTED' ? 'alerts.mute.change' : 'alerts.mute.open'),
                    onClick: () => onMute(one),
                  },
                  ...(status === 'MUTED'
                    ? [
                        {
                          label: t('alerts.unmute'),
                          onClick: () => unmute({ params: { path: { operationId, alertId: one.id } } }),
                        },
                      ]
                    : []),
                ]}
              />
            )}
          </Box>
        ),
        file: { as: 'text', of: ({ action }) => t(`enums.AlertAction.${action}`) },
      },
    ],
    [t, formats, may, status, operationId, onMute, unmute],
  );
}

/** What it is about, what is so, and why it is quiet. */
function Cause({ alert }: { alert: Alert }) {
  const t = useT();
  const formats = useFormats();
  const { mute, participantId, participantName, rule, read, status } = alert;
  return (
    <Box sx={{ minWidth: 0, py: 0.5 }}>
      <Typography component="div" variant="body2" sx={{ fontWeight: read || status !== 'OPEN' ? 500 : 700 }}>
        {participantName ? (
          <ThingLink thing="site" id={participantId}>
            {participantName}
          </ThingLink>
        ) : (
          t(`enums.AlertRuleKey.${rule}`)
        )}
        {!read && status === 'OPEN' && (
          <Typography component="span" variant="caption" color="primary" sx={{ ml: 1, fontWeight: 650 }}>
            {t('alerts.new')}
          </Typography>
        )}
      </Typography>
      <Typography
        component="div"
        variant="body2"
        color="textSecondary"
        sx={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}
      >
        {causeOf(alert, t, formats)}
      </Typography>
      {mute && status === 'MUTED' && (
        <Typography
          component="div"
          variant="caption"
          color="textSecondary"
          sx={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}
        >
          {t('alerts.mute.until', { day: formats.day(mute.until, 'medium'), by: mute.by, reason: mute.reason })}
        </Typography>
      )}
    </Box>
  );
}
