import type { ThemeOptions } from '@mui/material/styles';
import { componentOverrides } from './components';
import { layout } from './tokens';

const text = (size: number, weight: number, lineHeight = 1.35) => ({
  fontSize: `${size / 16}rem`,
  fontWeight: weight,
  lineHeight,
  letterSpacing: 0,
});

/** What is no colour of the theme: the same in both schemes and of every operation. */
export const frame = {
  shape: { borderRadius: layout.radius },
  spacing: layout.spacing,
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1480 } },
  typography: {
    fontFamily: '"Inter Variable", Inter, system-ui, sans-serif',
    h1: text(24, 650, 1.25),
    h2: text(17, 620),
    h3: text(15, 600),
    body1: text(14, 400, 1.5),
    body2: text(14, 400, 1.45),
    caption: text(12, 400, 1.45),
    subtitle1: text(14, 600),
    subtitle2: text(13, 600),
    overline: { ...text(11, 650), textTransform: 'uppercase', letterSpacing: '0.04em' },
    button: { ...text(14, 600), textTransform: 'none' },
  },
  components: componentOverrides,
} satisfies ThemeOptions;
