import Slider from '@mui/material/Slider';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { type DayRange, slidingLengths, slidingPlace, slidingWindows } from './period';

export interface SlidingRangeProps {
  period: DayRange;
  bounds: DayRange;
  onChange: (range: DayRange) => void;
}

/** A window of 1, 3, 6 or 12 months that slides over the data, a month at a time. */
export function SlidingRange({ period, bounds, onChange }: SlidingRangeProps) {
  const t = useT();
  const formats = useFormats();
  const { months, index } = slidingPlace(period, bounds);
  const windows = slidingWindows(months ?? 1, bounds);
  const [dragged, setDragged] = useState<number>();
  const text = (place: number) => {
    const window = windows[place];
    return window ? formats.dayRange(window.from, window.to) : '';
  };
  const pick = (length: number | null) => {
    if (!length) return;
    const next = slidingWindows(length, bounds);
    const kept = next.find(({ to }) => to === period.to) ?? next.at(-1);
    if (kept) onChange(kept);
  };
  return (
    <Stack
      direction="row"
      className="no-print"
      sx={{ flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, minWidth: 0, alignItems: 'center' }}
    >
      <Typography variant="subtitle2" component="span" id="sliding-range">
        {t('design.sliding.label')}
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-labelledby="sliding-range"
        value={months ?? null}
        onChange={(_, length: number | null) => pick(length)}
        sx={{ bgcolor: 'background.paper', '& .MuiToggleButton-root': { py: 0.25, color: 'text.primary' } }}
      >
        {slidingLengths.map((length) => (
          <ToggleButton key={length} value={length} aria-label={t('design.sliding.months', { smart_count: length })}>
            {length}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Typography variant="caption" color="textSecondary">
        {t('design.sliding.unit')}
      </Typography>
      {windows.length > 1 && (
        <Slider
          size="small"
          min={0}
          max={windows.length - 1}
          value={dragged ?? index}
          onChange={(_, place) => setDragged(place as number)}
          onChangeCommitted={(_, place) => {
            setDragged(undefined);
            const chosen = windows[place as number];
            if (chosen) onChange(chosen);
          }}
          valueLabelDisplay="auto"
          valueLabelFormat={text}
          getAriaValueText={text}
          aria-label={t('design.sliding.slide')}
          sx={{ width: { xs: '100%', sm: 200 }, mx: { xs: 1, sm: 0 }, '& .MuiSlider-thumb': { width: 18, height: 18 } }}
        />
      )}
    </Stack>
  );
}
