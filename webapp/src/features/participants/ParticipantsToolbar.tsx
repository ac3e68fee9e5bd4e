import Search from '@mui/icons-material/Search';
import InputAdornment from '@mui/material/InputAdornment';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../api/operations';
import { FilterChips } from '../../design/FilterChips';
import { type Group, identifierOf } from './model';
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
      sx={{ flexWrap: 'wrap', gap: 1.5, p: 1.5, alignItems: 'center', borderBottom: '1px solid', borderColor: 'divider' }}
    >
      <TextField
        type="search"
        placeholder={label}
        value={view.search}
        onChange={(event) => view.setSearch(event.target.value)}
        slotProps={{
          htmlInput: { 'aria-label': label },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <Search fontSize="small" aria-hidden />
              </InputAdornment>
            ),
          },
        }}
        sx={{ flex: '1 1 260px', maxWidth: { md: 400 } }}
      />
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
