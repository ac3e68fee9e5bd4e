import Box from '@mui/material/Box';

/** The browser's own box: far lighter than a component in thousands of rows. */
export function RowCheckbox(props: { label: string; checked: boolean; partly?: boolean; onChange: () => void }) {
  const { label, checked, partly = false, onChange } = props;
  return (
    <Box
      component="label"
      sx={{
        display: 'inline-grid',
        placeItems: 'center',
        flex: 'none',
        verticalAlign: 'middle',
        // As large as a finger, in the room that the cell or card has around it.
        '@media (pointer: coarse)': { width: 44, height: 44, mx: '-12px', my: '-8px' },
        '& > input': { width: 18, height: 18, m: '3px', accentColor: 'var(--mui-palette-primary-main)' },
      }}
    >
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(element) => {
          if (element) element.indeterminate = partly;
        }}
        onChange={onChange}
      />
    </Box>
  );
}
