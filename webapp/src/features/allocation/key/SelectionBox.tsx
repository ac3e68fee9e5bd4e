import Box from '@mui/material/Box';

interface SelectionBoxProps {
  label: string;
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
}

/** Whether a site takes part. The browser's own box: a table may have thousands. */
export function SelectionBox({ label, checked, disabled, onChange }: SelectionBoxProps) {
  return (
    <Box
      component="input"
      type="checkbox"
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onChange={() => onChange(!checked)}
      sx={{ width: 20, height: 20, m: 0.5, accentColor: 'var(--mui-palette-primary-main)', verticalAlign: 'middle' }}
    />
  );
}
