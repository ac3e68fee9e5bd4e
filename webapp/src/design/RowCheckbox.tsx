import Box from '@mui/material/Box';

/** The browser's own box: far lighter than a component in thousands of rows. */
export function RowCheckbox(props: { label: string; checked: boolean; partly?: boolean; onChange: () => void }) {
  const { label, checked, partly = false, onChange } = props;
  return (
    <Box
      component="input"
      type="checkbox"
      aria-label={label}
      checked={checked}
      ref={(element: HTMLInputElement | null) => {
        if (element) element.indeterminate = partly;
      }}
      onChange={onChange}
      sx={{ width: 18, height: 18, m: '3px', accentColor: 'var(--mui-palette-primary-main)', verticalAlign: 'middle' }}
    />
  );
}
