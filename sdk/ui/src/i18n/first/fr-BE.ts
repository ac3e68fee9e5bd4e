import enums from '../../../catalogues/fr-BE/enums.json';
import errors from '../../../catalogues/fr-BE/errors.json';

/** Where the Belgian French of the first page differs. */
export const first = { enums, errors };
