import design from '../../../catalogues/fr/design.json';
import formats from '../../../catalogues/fr/formats.json';
import session from '../../../catalogues/fr/session.json';
import shell from '../../../catalogues/fr/shell.json';

/** The French of the first page: one chunk. */
export const first = { design, formats, session, shell };
