import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useId } from 'react';
import type { DayRange } from '../../design/period';
import { SlidingRange } from '../../design/SlidingRange';
import type { Comparison } from './compareModel';
import { type Display, displays } from './model';

interface DashboardControlsProps {
  period: DayRange;
  bounds: DayRange;
  onPeriod: (period: DayRange) => void;
  comparison: Comparison;
  onComparison: (comparison: Comparison) => void;
  /** The operation has series of individual self-consumption. */
  aci: boolean;
  display: Display;
  onDisplay: (display: Display) => void;
}

/** What holds for the whole page: the sliding range, what it is compared with, which energy is shown. */
export function DashboardControls(props: DashboardControlsProps) {
  const { period, bounds, onPeriod, comparison, onComparison, aci, display, onDisplay } = props;
  const t = useT();
  return (
    <Stack
      direction="row"
      className="no-print"
      sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 1, alignItems: 'center' }}
    >
      <SlidingRange period={period} bounds={bounds} onChange={onPeriod} />
      <Switch
        label={t('dashboard.compare.label')}
        value={comparison === 'none' ? null : comparison}
        options={['previous', 'yearBefore'] as const}
        text={(one) => t(`dashboard.compare.${one}`)}
        // Pressing the chosen one again compares with nothing.
        onChange={(next) => onComparison(next ?? 'none')}
      />
      {aci && (
        <Switch
          label={t('dashboard.display.label')}
          value={display}
          options={displays}
          text={(one) => t(`dashboard.display.${one}`)}
          onChange={(next) => next && onDisplay(next)}
        />
      )}
    </Stack>
  );
}

interface SwitchProps<V extends string> {
  label: string;
  value: V | null;
  options: readonly V[];
  text: (value: V) => ReactNode;
  onChange: (value: V | null) => void;
}

function Switch<V extends string>({ label, value, options, text, onChange }: SwitchProps<V>) {
  const id = useId();
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, alignItems: 'center' }}>
      <Typography variant="subtitle2" component="span" id={id}>
        {label}
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-labelledby={id}
        value={value}
        onChange={(_, next: V | null) => onChange(next)}
        sx={{ bgcolor: 'background.paper', '& .MuiToggleButton-root': { py: 0.25, color: 'text.primary' } }}
      >
        {options.map((one) => (
          <ToggleButton key={one} value={one}>
            {text(one)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Stack>
  );
}
