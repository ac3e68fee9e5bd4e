import design from '../../../catalogues/fr/design.json';
import enums from '../../../catalogues/fr/enums.json';
import errors from '../../../catalogues/fr/errors.json';
import formats from '../../../catalogues/fr/formats.json';
import home from '../../../catalogues/fr/home.json';
import session from '../../../catalogues/fr/session.json';
import shell from '../../../catalogues/fr/shell.json';

/** The French of the first page: one chunk. */
export const first = { design, enums, errors, formats, home, session, shell };
