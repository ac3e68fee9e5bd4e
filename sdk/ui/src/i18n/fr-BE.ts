import enums from '../../catalogues/fr-BE/enums.json';
import errors from '../../catalogues/fr-BE/errors.json';
import invoice from '../../catalogues/fr-BE/invoice.json';

/** Belgian French: only what differs from French. */
export const frBE = { enums, errors, invoice };
