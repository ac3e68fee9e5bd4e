import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import type { Operation } from '../../api/operations';
import { type Participant, type Side, sides, type Viewpoint } from './model';
import { Switch } from './Switch';

interface ViewpointBarProps {
  view: Viewpoint;
  own: readonly Participant[];
  producers: NonNullable<Operation['producers']>;
  onSite: (siteId: string) => void;
  onSide: (side: Side) => void;
  onProducer: (producerId: string) => void;
}

/**
 * Which of one's sites is looked at, which side of it where it consumes and produces, and from which
 * producer. Nothing to choose, nothing shown.
 */
export function ViewpointBar({ view, own, producers, onSite, onSide, onProducer }: ViewpointBarProps) {
  const t = useT();
  if (view.kind === 'operation') return null;
  const choosesProducer = view.kind === 'consumer' && producers.length > 1;
  const { kind, siteId } = view;
  const choosesSide = own.some((site) => site.id === siteId && site.isProsumer);
  if (own.length < 2 && !choosesSide && !choosesProducer) return null;
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
      {choosesProducer && (
        <Choice
          label={t('dashboard.view.producer')}
          value={view.producerId ?? ''}
          options={producers}
          onChange={onProducer}
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
