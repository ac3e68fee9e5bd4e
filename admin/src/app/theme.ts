import type { Theme } from '@mui/material/styles';
import { makeTheme } from '@openpmo/ui/theme/makeTheme';
import { layout } from '@openpmo/ui/theme/tokens';

type Css = Record<string, unknown>;

/** What react-admin's own components need to follow the house: borders, no page wider than the screen. */
const reactAdmin: Record<string, { styleOverrides: { root: Css | ((props: { theme: Theme }) => Css) } }> = {
  RaLayout: {
    styleOverrides: {
      root: {
        minWidth: 0,
        '& .RaLayout-content': { minWidth: 0, maxWidth: layout.maxWidth },
        '& .RaLayout-appFrame': { minWidth: 0 },
      },
    },
  },
  RaAppBar: {
    styleOverrides: {
      root: ({ theme }) => ({
        boxShadow: 'none',
        borderBottom: `1px solid ${theme.vars?.palette.divider}`,
        backgroundColor: theme.vars?.palette.background.paper,
        color: theme.vars?.palette.text.primary,
      }),
    },
  },
  RaList: {
    styleOverrides: {
      root: {
        '& .RaList-main, & .RaList-content': { minWidth: 0, maxWidth: '100%' },
      },
    },
  },
  RaListToolbar: {
    styleOverrides: {
      root: ({ theme }) => ({ [theme.breakpoints.down('sm')]: { backgroundColor: 'transparent' } }),
    },
  },
  RaFilterForm: {
    styleOverrides: { root: { paddingBottom: 8, rowGap: 4, '& .MuiFormControl-root': { marginBottom: 0 } } },
  },
  RaTopToolbar: {
    styleOverrides: {
      root: ({ theme }) => ({ [theme.breakpoints.down('sm')]: { backgroundColor: 'transparent' } }),
    },
  },
  RaDataTable: {
    styleOverrides: {
      root: ({ theme }) => ({
        '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
        '& .RaDataTable-headerCell': { fontWeight: 600, color: theme.vars?.palette.text.secondary },
        '& .RaDataTable-rowCell': { height: layout.denseRowHeight },
        [theme.breakpoints.up('sm')]: {
          '& .RaDataTable-rowCell': { whiteSpace: 'nowrap' },
          // What a row is called may take a second line.
          '& .RaDataTable-rowCell:first-of-type:has(a)': { whiteSpace: 'normal', minWidth: 160 },
        },
      }),
    },
  },
  RaMenuItemLink: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: layout.rowHeight,
        margin: '2px 8px 2px 0',
        borderRadius: theme.shape.borderRadius,
        '&.RaMenuItemLink-active': {
          color: theme.vars?.palette.primary.main,
          fontWeight: 600,
          backgroundColor: theme.vars?.palette.action.selected,
        },
        '&.RaMenuItemLink-active .MuiSvgIcon-root': { color: theme.vars?.palette.primary.main },
      }),
    },
  },
};

/** The house's theme with react-admin's components in it. */
export function makeAdminTheme(): Theme {
  const theme = makeTheme();
  theme.components = {
    ...theme.components,
    MuiFormControl: { defaultProps: { size: 'small', margin: 'dense' } },
    MuiTextField: { defaultProps: { size: 'small', margin: 'dense', fullWidth: true } },
    ...(reactAdmin as Theme['components']),
  };
  return theme;
}
