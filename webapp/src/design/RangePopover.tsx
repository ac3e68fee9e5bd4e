import Popover from '@mui/material/Popover';
import { useT } from '@openpmo/ui/i18n/context';
import { RangePicker, type RangePickerProps } from './RangePicker';

/** The range picker below the button that opened it. */
export function RangePopover({ anchor, ...picker }: RangePickerProps & { anchor: HTMLElement }) {
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
      <RangePicker {...picker} />
    </Popover>
  );
}
