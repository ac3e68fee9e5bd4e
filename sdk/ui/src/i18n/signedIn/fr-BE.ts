import enums from '../../../catalogues/fr-BE/enums.json';
import parties from '../../../catalogues/fr-BE/parties.json';

/** Where the Belgian French of whoever is signed in differs. */
export const signedIn = { enums, parties };
