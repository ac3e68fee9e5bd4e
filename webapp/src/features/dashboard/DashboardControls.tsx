import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import type { DayRange } from '../../design/period';
import { SlidingRange } from '../../design/SlidingRange';
import type { Comparison } from './comparison';
import { Switch } from './Switch';
import { type Display, displays } from './viewpoint/viewpoint';

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
