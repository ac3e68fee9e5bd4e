import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useMemo, useState } from 'react';
import { type Column, DataTable } from '../../../../design/DataTable';
import { EmptyState } from '../../../../design/EmptyState';
import { SearchField } from '../../../../design/SearchField';
import { matching } from '../../../../design/search';
import { NumberField } from '../NumberField';
import { SelectionBox } from '../SelectionBox';
import { SiteName } from '../SiteName';
import type { Site } from '../sites';
import { useValueText } from '../useValueText';
import type { PoolRowProps } from './poolRowProps';
import { poolParameterOf } from './pools';

/** From this many sites on there is a search. */
const searchFrom = 8;

interface Row extends Site {
  value: number | undefined;
  /** Names of the other groups that have the site. */
  others: string;
}

/** Who is in a group: ticked, or by a priority or a number of parts (specification section 4). */
export function PoolMembers({ pool, pools, sites, outside, act }: PoolRowProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const kind = poolParameterOf(pool.algorithm);
  const rows = useMemo(() => {
    const all = sites.consumers.map(
      (site): Row => ({
        ...site,
        value: pool.parameters[site.id],
        others: pools
          .filter((other) => other.id !== pool.id && other.parameters[site.id] !== undefined)
          .map(({ name }) => name)
          .join(', '),
      }),
    );
    return matching(all, search, ({ name, dsoId }) => `${name} ${dsoId}`);
  }, [sites.consumers, pool, pools, search]);
  const columns = useColumns(pool.id, kind, act);
  return (
    <Box sx={{ mt: 1, border: 1, borderColor: 'divider', borderRadius: 1 }}>
      <Stack direction="row" sx={{ p: 1.5, gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography variant="body2" color="textSecondary" sx={{ flex: '1 1 240px' }}>
          {t(`allocation.pools.words.${kind}`)}
        </Typography>
        {act && outside.length > 0 && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            onClick={() => act({ type: 'join', id: pool.id, participantIds: outside })}
          >
            {t('allocation.pools.joinOutside', { smart_count: outside.length })}
          </Button>
        )}
        {sites.consumers.length >= searchFrom && (
          <SearchField label={t('allocation.site.search')} value={search} onChange={setSearch} />
        )}
      </Stack>
      <DataTable
        dense
        caption={t('allocation.pools.membersOf', { name: pool.name })}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        maxHeight={400}
        empty={<EmptyState kind="noMatch" onClear={() => setSearch('')} />}
      />
    </Box>
  );
}

function useColumns(poolId: string, kind: ReturnType<typeof poolParameterOf>, act: PoolRowProps['act']): Column<Row>[] {
  const t = useT();
  const valueText = useValueText();
  return useMemo(() => {
    const word = t(`enums.ParameterType.${kind}`);
    const set = (participantId: string, value: number | undefined) =>
      act?.({ type: 'parameter', id: poolId, participantId, value });
    const cell = ({ id, name, value }: Row) => {
      if (kind === 'selection') {
        return (
          <SelectionBox
            label={`${word}, ${name}`}
            checked={value !== undefined}
            disabled={!act}
            onChange={(checked) => set(id, checked ? 1 : undefined)}
          />
        );
      }
      if (!act) return value === undefined ? '–' : valueText(kind, value);
      return <NumberField label={`${word}, ${name}`} kind={kind} value={value} onChange={(next) => set(id, next)} />;
    };
    return [
      {
        id: 'name',
        header: t('allocation.site'),
        cell: (row) => <SiteName site={row} />,
        width: 'minmax(110px, 1.4fr)',
      },
      {
        id: 'dsoId',
        header: t('allocation.site.prm'),
        cell: ({ dsoId }) => dsoId,
        width: '172px',
        hideBelow: 'md',
      },
      {
        id: 'others',
        header: t('allocation.pools.others'),
        cell: ({ others }) => others || '–',
        width: 'minmax(90px, 1fr)',
        hideBelow: 'sm',
      },
      { id: 'value', header: word, cell, width: '140px', align: 'right' },
    ];
  }, [poolId, kind, act, t, valueText]);
}
