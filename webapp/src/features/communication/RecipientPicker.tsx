import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useMemo, useState } from 'react';
import type { ViewState } from '../../design/ChartCard';
import { DataTable } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { FilterChips } from '../../design/FilterChips';
import { SearchField } from '../../design/SearchField';
import type { Column } from '../../design/tableProps';
import type { Recipient } from './queries';
import { countsOf, type Group, groups, recipientsIn } from './recipients';

interface RecipientPickerProps {
  state: ViewState;
  all: readonly Recipient[];
  ids: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Who can be written to, by group and by words; whom to choose. */
export function RecipientPicker({ state, all, ids, onChange }: RecipientPickerProps) {
  const t = useT();
  const [group, setGroup] = useState<Group>('all');
  const [search, setSearch] = useState('');
  const columns = useColumns();
  const counts = countsOf(all);
  const rows = recipientsIn(all, group, search);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', pb: 1 }}>
        <SearchField label={t('communication.searchRecipients')} value={search} onChange={setSearch} />
        <FilterChips
          label={t('communication.group')}
          value={group}
          onChange={setGroup}
          options={groups.map((value) => ({
            value,
            label: value === 'all' ? t('communication.everybody') : t(`enums.ParticipantGroup.${value}`),
            count: counts[value],
          }))}
        />
      </Stack>
      <DataTable
        caption={t('communication.recipients')}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        defaultSort={{ id: 'name' }}
        state={state}
        selection={{ ids, onChange }}
        maxHeight={420}
        dense
        empty={
          all.length > 0 ? (
            <EmptyState
              kind="noMatch"
              onClear={() => {
                setSearch('');
                setGroup('all');
              }}
            />
          ) : (
            <EmptyState kind="none" title={t('communication.nobody')} advice={t('communication.nobodyAdvice')} />
          )
        }
      />
    </Box>
  );
}

function useColumns(): Column<Recipient>[] {
  const t = useT();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('communication.column.name'),
        width: 'minmax(140px, 1fr)',
        card: 'title',
        cell: ({ name }) => name,
        sortValue: ({ name }) => name,
        file: { as: 'text', of: ({ name }) => name },
      },
      {
        id: 'email',
        header: t('communication.column.email'),
        width: 'minmax(160px, 1fr)',
        card: 'fact',
        cell: ({ email, reach }) =>
          reach === 'REACHABLE' ? (
            email
          ) : (
            <Typography component="span" color="error">
              {reach === 'MISSING' ? t('enums.Reach.MISSING') : `${email} · ${t('enums.Reach.REJECTED')}`}
            </Typography>
          ),
        sortValue: ({ email }) => email,
        file: { as: 'text', of: ({ email }) => email },
      },
    ],
    [t],
  );
}
