import admin from '../../catalogues/nl/admin.json';
import design from '../../catalogues/nl/design.json';
import enums from '../../catalogues/nl/enums.json';
import errors from '../../catalogues/nl/errors.json';
import formats from '../../catalogues/nl/formats.json';
import home from '../../catalogues/nl/home.json';
import invoice from '../../catalogues/nl/invoice.json';
import participants from '../../catalogues/nl/participants.json';
import session from '../../catalogues/nl/session.json';
import shell from '../../catalogues/nl/shell.json';

/** The Dutch catalogue: the same keys as the French one (tested). */
export const nl = { admin, design, enums, errors, formats, home, invoice, participants, session, shell };
