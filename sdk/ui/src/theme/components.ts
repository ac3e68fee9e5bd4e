import type { Components, Theme } from '@mui/material/styles';

type Overrides = Components<Omit<Theme, 'components'>>;

const ring = (theme: Pick<Theme, 'vars'>) => ({
  outline: `2px solid ${theme.vars?.palette.primary.main}`,
  outlineOffset: 2,
});

/** Where one points with a finger, what is pressed is as large as one (WCAG 2.5.5). */
const finger = { '@media (pointer: coarse)': { minHeight: 44, minWidth: 44 } } as const;

const fingerOfText = { '@media (pointer: coarse)': { minHeight: 44, minWidth: 44, alignContent: 'center' } } as const;

/** Borders instead of shadows, no upper case, one focus ring, motion off when asked. */
export const componentOverrides: Overrides = {
  // A hint is read beside a field that cannot be changed, too.
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }) => ({ '&.Mui-disabled': { color: (theme.vars ?? theme).palette.text.secondary } }),
    },
  },
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: { scrollPaddingTop: 64, scrollPaddingBottom: 72 },
      body: { fontFeatureSettings: '"cv11", "ss03"' },
      summary: fingerOfText,
      'a, button, [tabindex="0"]': { '&:focus-visible': ring(theme) },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          // Nothing at all rather than a moment: a moment delays `visibility`, and hidden dialogs take no focus.
          transitionDuration: '0s !important',
        },
      },
      '@media print': {
        '@page': { size: 'A4', margin: '12mm' },
        body: { background: '#fff !important', color: '#000' },
        '.no-print': { display: 'none !important' },
        '.print-whole': { breakInside: 'avoid' },
      },
    }),
  },
  MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: finger } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 36,
        ...finger,
        paddingInline: 14,
        borderRadius: theme.shape.borderRadius,
        whiteSpace: 'nowrap',
        '&:focus-visible': ring(theme),
        variants: [
          {
            props: { variant: 'outlined', color: 'inherit' },
            style: {
              borderColor: theme.vars?.palette.divider,
              backgroundColor: theme.vars?.palette.background.paper,
            },
          },
        ],
      }),
    },
  },
  MuiIconButton: { styleOverrides: { root: ({ theme }) => ({ ...finger, '&:focus-visible': ring(theme) }) } },
  MuiInputBase: { styleOverrides: { root: { '@media (pointer: coarse)': { minHeight: 44 } } } },
  MuiFormControlLabel: { styleOverrides: { root: { '@media (pointer: coarse)': { minHeight: 44 } } } },
  MuiTab: { styleOverrides: { root: finger } },
  MuiToggleButton: { styleOverrides: { root: finger } },
  MuiMenuItem: { styleOverrides: { root: finger } },
  MuiListItemButton: { styleOverrides: { root: finger } },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none' } },
  },
  MuiCard: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: { root: ({ theme }) => ({ borderColor: theme.vars?.palette.divider }) },
  },
  MuiTooltip: { defaultProps: { enterDelay: 400, describeChild: false } },
  MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
  MuiOutlinedInput: {
    styleOverrides: {
      notchedOutline: ({ theme }) => ({ borderColor: theme.vars?.palette.outline }),
    },
  },
  // A link within a sentence is inline, and has the height of its line.
  MuiLink: { defaultProps: { underline: 'always' }, styleOverrides: { root: fingerOfText } },
  MuiChip: { styleOverrides: { root: { fontWeight: 500 } } },
  MuiDialog: { defaultProps: { fullWidth: true, maxWidth: 'sm' } },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: '1.0625rem', fontWeight: 620 } } },
  MuiTableCell: { styleOverrides: { root: ({ theme }) => ({ borderColor: theme.vars?.palette.divider }) } },
};
