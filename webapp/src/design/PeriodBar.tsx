import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { type DayRange, type Preset, presets, shift, windowEnding } from './period';

/** The calendars are a chunk of their own; the popover opens at its full size once they are there. */
const RangePopover = lazy(() => import('./RangePopover').then((module) => ({ default: module.RangePopover })));

export interface PeriodBarProps {
  period: DayRange;
  /** Days that have data: the arrows stop there and quick options end at the last one. */
  bounds: DayRange;
  onChange: (range: DayRange) => void;
}

/** Quick periods, steps back and forth by the current span, and behind the period a window that slides, and calendars. */
export function PeriodBar({ period, bounds, onChange }: PeriodBarProps) {
  const t = useT();
  const active = presets.find((preset) => same(windowEnding(preset, bounds.to), period)) ?? null;
  return (
    <Stack direction="row" className="no-print" sx={{ flexWrap: 'wrap', gap: 1, minWidth: 0 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label={t('design.period.quick')}
        value={active}
        onChange={(_, preset: Preset | null) => preset && onChange(windowEnding(preset, bounds.to))}
        sx={{
          bgcolor: 'background.paper',
          '& .MuiToggleButton-root': { px: { xs: 1, sm: 1.25 }, color: 'text.primary' },
        }}
      >
        {presets.map((preset) => (
          <ToggleButton
            key={preset}
            value={preset}
            // What is heard begins with what is seen, so that it can be called by voice (WCAG 2.5.3).
            aria-label={`${t(`design.period.short.${preset}`)}, ${t(`design.period.${preset}`)}`}
          >
            {t(`design.period.short.${preset}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Steps period={period} bounds={bounds} onChange={onChange} />
    </Stack>
  );
}

const same = (a: DayRange, b: DayRange) => a.from === b.from && a.to === b.to;

function Steps({ period, bounds, onChange }: PeriodBarProps) {
  const t = useT();
  const formats = useFormats();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const range = formats.dayRange(period.from, period.to);
  const [before, after] = [shift(period, -1), shift(period, 1)];
  return (
    <>
      <ButtonGroup
        color="inherit"
        aria-label={t('design.period.label')}
        sx={{ maxWidth: '100%', '& .MuiButton-root': { px: 1, '@media (pointer: coarse)': { minWidth: 44 } } }}
      >
        <Button
          aria-label={t('design.period.previous')}
          disabled={before.to < bounds.from}
          onClick={() => onChange(before)}
        >
          <ChevronLeft />
        </Button>
        <Button
          startIcon={<CalendarMonthOutlined />}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          aria-label={t('design.period.choose', { range })}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{
            fontVariantNumeric: 'tabular-nums',
            flexShrink: 1,
            // Two long days need the room of the icon on the narrowest screens.
            '@media (max-width: 359.95px)': { '& .MuiButton-startIcon': { display: 'none' } },
          }}
        >
          {range}
        </Button>
        <Button aria-label={t('design.period.next')} disabled={after.from > bounds.to} onClick={() => onChange(after)}>
          <ChevronRight />
        </Button>
      </ButtonGroup>
      {anchor && (
        <Suspense fallback={null}>
          <RangePopover
            anchor={anchor}
            value={period}
            bounds={bounds}
            onSlide={onChange}
            onCancel={() => setAnchor(null)}
            onApply={(chosen) => {
              setAnchor(null);
              onChange(chosen);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
