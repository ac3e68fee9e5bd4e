import enums from '../../../catalogues/fr/enums.json';
import errors from '../../../catalogues/fr/errors.json';
import home from '../../../catalogues/fr/home.json';

/** The French of whoever is signed in: one chunk. */
export const signedIn = { enums, errors, home };
