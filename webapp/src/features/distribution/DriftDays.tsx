import Close from '@mui/icons-material/Close';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { ChartCard } from '../../design/ChartCard';
import { type Column, DataTable } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { DifferenceBars } from './DifferenceBars';
import { type DayDrift, driftRate, type SiteDrift, worstDay } from './driftModel';
import { useAsked } from './useAddress';
import { useFigures } from './useFigures';

const ready = { isPending: false, isError: false, error: undefined };

/** The days of one site with a difference, as a chart and a table; a day leads to its explanation. */
export function DriftDays({ site, onClose }: { site: SiteDrift; onClose: () => void }) {
  const t = useT();
  const formats = useFormats();
  const figures = useFigures();
  const columns = useColumns(site.participantId);
  const worst = worstDay(site);
  const title = t('distribution.drift.daysOf', { name: site.name });
  return (
    <ChartCard
      title={title}
      state={ready}
      height={0}
      empty={
        !worst && (
          <EmptyState kind="none" title={t('distribution.drift.noDay')} advice={t('distribution.drift.noDayAdvice')} />
        )
      }
      actions={
        <IconButton size="small" className="no-print" aria-label={t('distribution.drift.closeDays')} onClick={onClose}>
          <Close fontSize="small" />
        </IconButton>
      }
      note={
        worst &&
        t('distribution.drift.worst', {
          day: formats.day(worst.date, 'medium'),
          difference: figures.energyChange(worst.differenceMilliWh),
        })
      }
      graph={<DifferenceBars days={site.days} label={title} />}
      table={
        <DataTable
          dense
          caption={title}
          rows={site.days}
          columns={columns}
          rowId={({ date }) => date}
          rowName={({ date }) => formats.day(date)}
          maxHeight={420}
        />
      }
    />
  );
}

function useColumns(siteId: string): Column<DayDrift>[] {
  const t = useT();
  const formats = useFormats();
  const figures = useFigures();
  const { ask } = useAsked();
  return useMemo(
    () => [
      {
        id: 'date',
        header: t('distribution.day'),
        sortValue: ({ date }) => date,
        cell: ({ date }) => (
          <Link
            component="button"
            type="button"
            title={t('distribution.explain.button')}
            onClick={() => ask({ day: date, siteId })}
            sx={{ py: 0.25 }}
          >
            {formats.day(date, 'medium')}
          </Link>
        ),
      },
      {
        id: 'dso',
        header: t('distribution.dso'),
        align: 'right',
        hideBelow: 'sm',
        cell: ({ sharedMilliWh }) => formats.energy(sharedMilliWh),
        sortValue: ({ sharedMilliWh }) => sharedMilliWh,
      },
      {
        id: 'expected',
        header: t('distribution.expected'),
        align: 'right',
        hideBelow: 'sm',
        cell: ({ expectedMilliWh }) => formats.energy(expectedMilliWh),
        sortValue: ({ expectedMilliWh }) => expectedMilliWh,
      },
      {
        id: 'difference',
        header: t('distribution.difference'),
        align: 'right',
        cell: ({ differenceMilliWh }) => figures.energyChange(differenceMilliWh),
        sortValue: ({ differenceMilliWh }) => Math.abs(differenceMilliWh),
      },
      {
        id: 'rate',
        header: '%',
        align: 'right',
        width: 'minmax(80px, 1fr)',
        cell: (day) => figures.rateChange(driftRate(day)),
        sortValue: (day) => Math.abs(driftRate(day) ?? 0),
      },
    ],
    [t, formats, figures, ask, siteId],
  );
}
