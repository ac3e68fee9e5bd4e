import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useMemo } from 'react';
import { type Column, DataTable } from '../../design/DataTable';
import { driftRate, type SiteDrift } from './driftModel';
import { useFigures } from './useFigures';

interface DriftSitesProps {
  sites: readonly SiteDrift[];
  /** The site whose days are open. */
  chosen: string | undefined;
  onChoose: (siteId: string | undefined) => void;
  empty: ReactNode;
}

/** Sites with the operator's figure, ours and what lies between; the name opens the days. */
export function DriftSites({ sites, chosen, onChoose, empty }: DriftSitesProps) {
  const t = useT();
  const columns = useColumns(chosen, onChoose);
  return (
    <DataTable
      caption={t('distribution.drift.title')}
      rows={sites}
      columns={columns}
      rowId={({ participantId }) => participantId}
      rowName={({ name }) => name}
      maxHeight={480}
      empty={empty}
    />
  );
}

function useColumns(chosen: string | undefined, onChoose: DriftSitesProps['onChoose']): Column<SiteDrift>[] {
  const t = useT();
  const formats = useFormats();
  const figures = useFigures();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('distribution.site'),
        width: 'minmax(140px, 2fr)',
        sortValue: ({ name }) => name,
        cell: ({ participantId, name }) => (
          <Link
            component="button"
            type="button"
            aria-expanded={participantId === chosen}
            onClick={() => onChoose(participantId === chosen ? undefined : participantId)}
            sx={{ py: 0.25, textAlign: 'left', fontWeight: participantId === chosen ? 600 : 400 }}
          >
            {name}
          </Link>
        ),
      },
      { id: 'dsoId', header: t('distribution.dsoId'), cell: ({ dsoId }) => dsoId, width: '160px', hideBelow: 'lg' },
      {
        id: 'dso',
        header: t('distribution.dso'),
        align: 'right',
        hideBelow: 'sm',
        width: 'minmax(112px, 1fr)',
        cell: ({ sharedMilliWh }) => formats.energy(sharedMilliWh),
        sortValue: ({ sharedMilliWh }) => sharedMilliWh,
      },
      {
        id: 'expected',
        header: t('distribution.expected'),
        align: 'right',
        hideBelow: 'sm',
        width: 'minmax(112px, 1fr)',
        cell: ({ expectedMilliWh }) => formats.energy(expectedMilliWh),
        sortValue: ({ expectedMilliWh }) => expectedMilliWh,
      },
      {
        id: 'difference',
        header: t('distribution.difference'),
        align: 'right',
        width: 'minmax(112px, 1fr)',
        cell: ({ differenceMilliWh }) => figures.energyChange(differenceMilliWh),
        sortValue: ({ differenceMilliWh }) => Math.abs(differenceMilliWh),
      },
      {
        id: 'rate',
        header: '%',
        align: 'right',
        width: 'minmax(80px, 1fr)',
        cell: (row) => figures.rateChange(driftRate(row)),
        sortValue: (row) => Math.abs(driftRate(row) ?? 0),
      },
      {
        id: 'days',
        header: t('distribution.drift.days'),
        align: 'right',
        hideBelow: 'md',
        width: 'minmax(80px, 1fr)',
        cell: ({ days }) => formats.number(days.length),
        sortValue: ({ days }) => days.length,
      },
      {
        id: 'alert',
        header: t('distribution.drift.state'),
        hideBelow: 'sm',
        width: 'minmax(132px, 1fr)',
        cell: ({ alert }) =>
          alert ? (
            <Chip
              size="small"
              variant="outlined"
              color="warning"
              icon={<WarningAmberOutlined />}
              label={t('distribution.drift.alert')}
            />
          ) : (
            t('distribution.drift.fine')
          ),
        sortValue: ({ alert }) => Number(alert),
      },
    ],
    [t, formats, figures, chosen, onChoose],
  );
}
