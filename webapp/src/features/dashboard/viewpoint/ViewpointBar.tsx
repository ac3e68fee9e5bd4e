import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import { Switch } from '../Switch';
import { type Participant, type Side, sides, type Viewpoint } from './viewpoint';

interface ViewpointBarProps {
  view: Viewpoint;
  own: readonly Participant[];
  onSite: (siteId: string) => void;
  onSide: (side: Side) => void;
}

/**
 * Which of one's sites is looked at, and which side of it where it consumes and produces. Nothing to choose, nothing shown.
 */
export function ViewpointBar({ view, own, onSite, onSide }: ViewpointBarProps) {
  const t = useT();
  if (view.kind === 'operation') return null;
  const { kind, siteId } = view;
  const choosesSide = own.some((site) => site.id === siteId && site.isProsumer);
  if (own.length < 2 && !choosesSide) return null;
  return (
    <Stack direction="row" className="no-print" sx={{ flexWrap: 'wrap', gap: 1.5, mb: 2 }}>
      {own.length > 1 && <Choice label={t('dashboard.view.site')} value={siteId} options={own} onChange={onSite} />}
      {choosesSide && (
        <Switch
          bare
          label={t('dashboard.view.side')}
          value={kind}
          options={sides}
          text={(side) => t(`dashboard.view.${side}Side`)}
          onChange={(side) => side && onSide(side)}
        />
      )}
    </Stack>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { id: string; name: string }[];
  onChange: (id: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={options.some(({ id }) => id === value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
      sx={{ flex: '1 1 200px', maxWidth: 320, bgcolor: 'background.paper' }}
    >
      {options.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
