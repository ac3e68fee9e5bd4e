import { natureColours } from '@openpmo/ui/theme/natures';
import { neutrals } from '@openpmo/ui/theme/tokens';
import { useScheme } from '../../../design/scheme';
import type { SeriesKey } from './series';

/** Local energy, what comes from or goes outside, and what is neither, as elsewhere. */
export function useSeriesColours(): Record<SeriesKey, string> {
  const scheme = useScheme();
  const colours = natureColours[scheme];
  return {
    invoiced: colours.Autoconso,
    rest: colours.complement,
    fixed: colours.Surplus,
    // As dark as words: greys of one lightness are told apart by nobody.
    assigned: neutrals[scheme].text,
  };
}
