import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useMemo, useState } from 'react';
import { type Column, DataTable } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { SearchField } from '../../design/SearchField';
import { matching } from '../../design/search';
import type { Site } from './parties';

export interface SiteChecklistProps {
  /** Name of the list, also shown above it. */
  label: string;
  sites: readonly Site[];
  ids: readonly string[];
  onChange: (ids: string[]) => void;
  /** Something to say about a site, as its present client or plan. */
  note?: { header: string; of: (site: Site) => string | undefined } | undefined;
  /** The number below the name, where there is little room. */
  narrow?: boolean;
  /** Sites that cannot be chosen stay visible with their note. */
  selectable?: ((site: Site) => boolean) | undefined;
}

/** Two sites may have one name: where the number has no column it stands below. */
function NameAndNumber({ site }: { site: Site }) {
  return (
    <Box component="span" sx={{ display: 'block', lineHeight: 1.25 }}>
      {site.name}
      <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
        {site.dsoId}
      </Typography>
    </Box>
  );
}

/** Sites to choose from: search, boxes, one box for all that the search shows. */
export function SiteChecklist({ label, sites, ids, onChange, note, narrow = false, selectable }: SiteChecklistProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const shown = useMemo(() => matching(sites, search, ({ name, dsoId }) => `${name} ${dsoId}`), [sites, search]);
  const columns = useMemo((): Column<Site>[] => {
    const together = narrow || note !== undefined; // no room for a column of numbers
    const name: Column<Site> = {
      id: 'name',
      header: t('parties.sites.name'),
      width: 'minmax(140px, 2fr)',
      cell: (site) => (together ? <NameAndNumber site={site} /> : site.name),
      sortValue: (site) => site.name,
    };
    const dsoId: Column<Site> = {
      id: 'dsoId',
      header: t('parties.sites.dsoId'),
      width: '168px',
      cell: (site) => site.dsoId,
      hideBelow: 'sm',
    };
    const said: Column<Site>[] = note
      ? [{ id: 'note', header: note.header, width: 'minmax(120px, 1.4fr)', cell: (site) => note.of(site) ?? '' }]
      : [];
    return together ? [name, ...said] : [name, dsoId, ...said];
  }, [t, note, narrow]);
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden', minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, p: 1, alignItems: 'center' }}>
        <Typography sx={{ fontWeight: 600, mr: 'auto' }}>
          {label} · {t('parties.sites.chosen', { smart_count: ids.length })}
        </Typography>
        {sites.length > 6 && <SearchField label={t('parties.sites.search')} value={search} onChange={setSearch} />}
      </Box>
      <DataTable
        caption={label}
        rows={shown}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        defaultSort={{ id: 'name' }}
        selection={{ ids, onChange }}
        {...(selectable ? { selectable } : {})}
        dense
        maxHeight={232}
        empty={
          sites.length === 0 ? (
            <Typography color="textSecondary" sx={{ p: 2 }}>
              {t('parties.sites.none')}
            </Typography>
          ) : (
            <EmptyState kind="noMatch" onClear={() => setSearch('')} />
          )
        }
      />
    </Box>
  );
}
