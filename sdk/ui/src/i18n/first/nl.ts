import design from '../../../catalogues/nl/design.json';
import formats from '../../../catalogues/nl/formats.json';
import session from '../../../catalogues/nl/session.json';
import shell from '../../../catalogues/nl/shell.json';

/** The Dutch of the first page: one chunk. */
export const first = { design, formats, session, shell };
