import Close from '@mui/icons-material/Close';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { ChartCard } from '../../../../design/ChartCard';
import { type Column, DataTable } from '../../../../design/DataTable';
import { EmptyState } from '../../../../design/EmptyState';
import { useAsked } from '../useAddress';
import { useFigures } from '../useFigures';
import { DifferenceBars } from './DifferenceBars';
import { type DayDrift, type SiteDrift, worstDay } from './drift';
import { useDriftColumns } from './useDriftColumns';

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
  const drift = useDriftColumns<DayDrift>();
  const { ask } = useAsked();
  return useMemo(
    () => [
      {
        id: 'date',
        header: t('distribution.day'),
        sortValue: ({ date }) => date,
        cell: ({ date, alert }) => (
          <Stack direction="row" sx={{ gap: 0.75, alignItems: 'center' }}>
            <Link
              component="button"
              type="button"
              title={t('distribution.explain.button')}
              onClick={() => ask({ day: date, siteId })}
              sx={{ py: 0.25 }}
            >
              {formats.day(date, 'medium')}
            </Link>
            {alert && (
              <WarningAmberOutlined color="warning" fontSize="small" titleAccess={t('distribution.drift.alert')} />
            )}
          </Stack>
        ),
      },
      ...drift,
    ],
    [t, formats, drift, ask, siteId],
  );
}
