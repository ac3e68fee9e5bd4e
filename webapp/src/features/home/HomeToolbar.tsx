import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import { FilterChips } from '../../design/FilterChips';
import { SearchField } from '../../design/SearchField';
import type { ListAddress } from '../../design/useListAddress';
import { countLookouts, isLookout, lookouts } from './lineFilter';
import type { MonthLine } from './queries';

/** Search, and what to look for; the operators where there are several. */
export function HomeToolbar({ lines, address }: { lines: readonly MonthLine[]; address: ListAddress }) {
  const t = useT();
  const counts = countLookouts(lines);
  const operators = [...new Set(lines.map(({ dso }) => dso))];
  const state = address.filter('state');
  const all = { value: '', label: t('operations.filter.all') };
  return (
    <Stack
      direction="row"
      className="no-print"
      sx={{
        columnGap: 2,
        rowGap: 1,
        mb: 1.5,
        flexWrap: 'wrap',
        alignItems: 'center',
        '& > [role=group]': { maxWidth: 1, flexWrap: { xs: 'nowrap', md: 'wrap' }, overflowX: 'auto', py: 0.25 },
      }}
    >
      <SearchField label={t('home.search')} value={address.search} onChange={address.setSearch} />
      <FilterChips
        label={t('operations.filter.state')}
        value={isLookout(state) ? state : ''}
        options={[
          { ...all, count: lines.length },
          ...lookouts
            .filter((one) => counts[one] > 0 || one === state)
            .map((one) => ({ value: one, label: t(`operations.lookout.${one}`), count: counts[one] })),
        ]}
        onChange={(value) => address.setFilter('state', value || undefined)}
      />
      {operators.length > 1 && (
        <FilterChips
          label={t('operations.filter.dso')}
          value={address.filter('dso') ?? ''}
          options={[
            { ...all, label: t('operations.filter.allDsos') },
            ...operators.map((dso) => ({ value: dso as string, label: t(`enums.Dso.${dso}`) })),
          ]}
          onChange={(value) => address.setFilter('dso', value || undefined)}
        />
      )}
    </Stack>
  );
}
