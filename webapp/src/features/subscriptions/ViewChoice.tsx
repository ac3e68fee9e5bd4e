import GridOnOutlined from '@mui/icons-material/GridOnOutlined';
import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useT } from '@openpmo/ui/i18n/context';

const icons = { list: TableRowsOutlined, matrix: GridOnOutlined };
const views = ['list', 'matrix'] as const;
type View = (typeof views)[number];

/** The subscriptions one below the other, or consumers by sellers. */
export function ViewChoice({ value, onChange }: { value: View; onChange: (view: View) => void }) {
  const t = useT();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={t('subscriptions.view')}
      value={value}
      onChange={(_, next: View | null) => next && onChange(next)}
    >
      {views.map((view) => {
        const Icon = icons[view];
        return (
          <ToggleButton key={view} value={view} sx={{ gap: 0.5, color: 'text.primary' }}>
            <Icon aria-hidden fontSize="small" />
            {t(`subscriptions.view.${view}`)}
          </ToggleButton>
        );
      })}
    </ToggleButtonGroup>
  );
}
