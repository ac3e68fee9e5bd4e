import enums from '../../../catalogues/nl/enums.json';
import errors from '../../../catalogues/nl/errors.json';
import home from '../../../catalogues/nl/home.json';

/** The Dutch of whoever is signed in: one chunk. */
export const signedIn = { enums, errors, home };
