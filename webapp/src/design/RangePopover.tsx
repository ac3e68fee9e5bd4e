import Box from '@mui/material/Box';
import Popover from '@mui/material/Popover';
import { useT } from '@openpmo/ui/i18n/context';
import type { DayRange } from './period';
import { RangePicker, type RangePickerProps } from './RangePicker';
import { SlidingRange } from './SlidingRange';

interface RangePopoverProps extends RangePickerProps {
  anchor: HTMLElement;
  /** The window was moved: the popover stays, to move it on. */
  onSlide: (range: DayRange) => void;
}

/** The range picker below the button that opened it, and above it a window that slides over the data. */
export function RangePopover({ anchor, onSlide, ...picker }: RangePopoverProps) {
  const t = useT();
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={picker.onCancel}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': t('design.period.label'),
          variant: 'outlined',
          sx: { mt: 0.5, maxWidth: 'calc(100vw - 16px)' },
        },
      }}
    >
      <Box sx={{ px: 2, pt: 1.5 }}>
        <SlidingRange period={picker.value} bounds={picker.bounds} onChange={onSlide} />
      </Box>
      <RangePicker key={`${picker.value.from} ${picker.value.to}`} {...picker} />
    </Popover>
  );
}
