import { signedInAreas } from '@openpmo/ui/i18n/catalogues';
import { texts } from '../api/texts';

/** Loads what stands around the pages behind the sign-in, with the texts that all of them speak. */
export async function loadFrame() {
  const [frame] = await Promise.all([import('./frame'), texts.need(signedInAreas)]);
  return frame;
}
