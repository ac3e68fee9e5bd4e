import design from '../../../catalogues/nl/design.json';
import enums from '../../../catalogues/nl/enums.json';
import errors from '../../../catalogues/nl/errors.json';
import formats from '../../../catalogues/nl/formats.json';
import home from '../../../catalogues/nl/home.json';
import session from '../../../catalogues/nl/session.json';
import shell from '../../../catalogues/nl/shell.json';

/** The Dutch of the first page: one chunk. */
export const first = { design, enums, errors, formats, home, session, shell };
