import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useMemo } from 'react';
import { type Column, DataTable } from '../../../../design/DataTable';
import { RowIcon } from '../../../../design/RowIcon';
import { Tag } from '../../../../design/Tag';
import { ThingLink } from '../../../../design/ThingLink';
import { alertDaysOf, type SiteDrift } from './drift';
import { useDriftColumns } from './useDriftColumns';

interface DriftSitesProps {
  sites: readonly SiteDrift[];
  /** The site whose days are open. */
  chosen: string | undefined;
  onChoose: (siteId: string | undefined) => void;
  empty: ReactNode;
}

/** Sites with the operator's figure, ours and what lies between; a button opens the days of one. */
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
  const drift = useDriftColumns<SiteDrift>();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('distribution.site'),
        width: 'minmax(216px, 2fr)',
        sortValue: ({ name }) => name,
        cell: ({ participantId, name }) => (
          <span className={participantId === chosen ? 'with-button strong' : 'with-button'}>
            <ThingLink thing="site" id={participantId} className="cut" title={name}>
              {name}
            </ThingLink>
            <button
              type="button"
              className="icon-button look no-print"
              aria-expanded={participantId === chosen}
              aria-label={t('distribution.drift.openDays', { name })}
              data-tip={t('distribution.drift.openDays', { name })}
              onClick={() => onChoose(participantId === chosen ? undefined : participantId)}
            >
              <RowIcon name="beside" />
            </button>
          </span>
        ),
      },
      { id: 'dsoId', header: t('distribution.dsoId'), cell: ({ dsoId }) => dsoId, width: '160px', hideBelow: 'lg' },
      ...drift,
      {
        id: 'moved',
        header: t('distribution.drift.moved'),
        align: 'right',
        hideBelow: 'lg',
        width: 'minmax(148px, 1fr)',
        cell: ({ movedMilliWh }) => formats.energy(movedMilliWh),
        sortValue: ({ movedMilliWh }) => movedMilliWh,
      },
      {
        id: 'alert',
        header: t('distribution.drift.state'),
        hideBelow: 'sm',
        width: 'minmax(188px, 1fr)',
        cell: (site) =>
          site.alert ? (
            <Tag tone="warning" icon="warning">
              {t('distribution.drift.alertDays', { smart_count: alertDaysOf(site) })}
            </Tag>
          ) : (
            t('distribution.drift.fine')
          ),
        sortValue: alertDaysOf,
      },
    ],
    [t, formats, drift, chosen, onChoose],
  );
}
