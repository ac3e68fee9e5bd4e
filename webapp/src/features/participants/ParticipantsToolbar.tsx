import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../api/operations';
import { FilterChips } from '../../design/FilterChips';
import { SearchField } from '../../design/SearchField';
import { type Group, identifierOf } from './rows';
import type { View } from './useView';

interface ParticipantsToolbarProps {
  view: View;
  counts: Record<Group, number> | undefined;
  /** Whether the person may know who observes. */
  observers: boolean;
}

export function ParticipantsToolbar({ view, counts, observers }: ParticipantsToolbarProps) {
  const t = useT();
  const identifier = t(`participants.identifier.${identifierOf(useOperation())}`);
  const label = t('participants.search', { identifier });
  const groups: Group[] = ['all', 'consumers', 'producers', ...(observers ? (['observers'] as const) : [])];
  return (
    <Stack
      direction="row"
      className="no-print"
      sx={{
        flexWrap: 'wrap',
        gap: 1.5,
        p: 1.5,
        alignItems: 'center',
        borderBottom: '1px solid',
        borderColor: 'divider',
      }}
    >
      <SearchField label={label} value={view.search} onChange={view.setSearch} />
      <FilterChips
        label={t('participants.group.label')}
        value={view.group}
        onChange={view.setGroup}
        options={groups.map((value) => ({
          value,
          label: value === 'all' ? t('participants.group.all') : t(`enums.ParticipantGroup.${value}`),
          ...(counts ? { count: counts[value] } : {}),
        }))}
      />
    </Stack>
  );
}
