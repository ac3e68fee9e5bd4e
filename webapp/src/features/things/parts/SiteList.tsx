import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { useOperation } from '../../../api/operations';
import { type Column, DataTable } from '../../../design/DataTable';
import { StatusChip } from '../../../design/StatusChip';
import { ThingLink } from '../../../design/ThingLink';
import type { Participant } from '../../participants/rows';
import { useSitesOf } from '../queries';
import { FirstRows } from './FirstRows';
import { Part } from './Part';

/** Some sites of the operation, each a way to its page. */
export function SiteList({ title, ids, none }: { title: string; ids: readonly string[]; none: string }) {
  const t = useT();
  const { id, siteIdentifier } = useOperation();
  const sites = useSitesOf(id, ids);
  const rows = useMemo(() => (sites.data ?? []).filter((site) => ids.includes(site.id)), [sites.data, ids]);
  const columns = useMemo(
    (): Column<Participant>[] => [
      {
        id: 'name',
        header: t('pages.kind.site'),
        width: 'minmax(140px, 2fr)',
        cell: (site) => (
          <ThingLink thing="site" id={site.id}>
            {site.name}
          </ThingLink>
        ),
      },
      {
        id: 'dsoId',
        header: t(`participants.identifier.${siteIdentifier}`),
        width: siteIdentifier === 'ean' ? '178px' : '148px',
        cell: ({ dsoId }) => dsoId,
      },
      { id: 'city', header: t('pages.city'), width: 'minmax(110px, 1fr)', cell: ({ city }) => city, hideBelow: 'md' },
      {
        id: 'folder',
        header: t('pages.state'),
        width: '220px',
        cell: ({ status }) => <StatusChip kind="FolderStatus" status={status} />,
      },
    ],
    [t, siteIdentifier],
  );
  return (
    <Part title={title}>
      {ids.length === 0 ? (
        <Typography color="textSecondary">{none}</Typography>
      ) : (
        <FirstRows rows={rows}>
          {(shown) => (
            <DataTable
              dense
              caption={title}
              rows={shown}
              columns={columns}
              rowId={(site) => site.id}
              rowName={({ name }) => name}
              state={sites}
              awaited={ids.length}
              maxHeight="none"
            />
          )}
        </FirstRows>
      )}
    </Part>
  );
}
