import { useColorScheme } from '@mui/material/styles';
import type { Scheme } from '@openpmo/ui/theme/tokens';

/** The colour scheme on screen, for what cannot read CSS variables, as a canvas. */
export function useScheme(): Scheme {
  const { colorScheme } = useColorScheme();
  return colorScheme === 'dark' ? 'dark' : 'light';
}
