import GridViewOutlined from '@mui/icons-material/GridViewOutlined';
import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useT } from '@openpmo/ui/i18n/context';

export type View = 'cards' | 'table';

interface HomeToolbarProps {
  search: string;
  view: View;
  onSearch: (search: string) => void;
  onView: (view: View) => void;
}

export function HomeToolbar({ search, view, onSearch, onView }: HomeToolbarProps) {
  const t = useT();
  return (
    <Stack direction="row" className="no-print" sx={{ gap: 1, mb: 2, flexWrap: 'wrap' }}>
      <TextField
        type="search"
        label={t('home.search')}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        sx={{ flex: '1 1 220px', maxWidth: 360, bgcolor: 'background.paper' }}
      />
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={t('home.view.label')}
        value={view}
        onChange={(_, next: View | null) => next && onView(next)}
        sx={{ bgcolor: 'background.paper', ml: 'auto' }}
      >
        <ToggleButton value="cards" aria-label={t('home.view.cards')}>
          <GridViewOutlined fontSize="small" />
        </ToggleButton>
        <ToggleButton value="table" aria-label={t('home.view.table')}>
          <TableRowsOutlined fontSize="small" />
        </ToggleButton>
      </ToggleButtonGroup>
    </Stack>
  );
}
