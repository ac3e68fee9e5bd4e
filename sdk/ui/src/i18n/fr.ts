import admin from '../../catalogues/fr/admin.json';
import design from '../../catalogues/fr/design.json';
import enums from '../../catalogues/fr/enums.json';
import errors from '../../catalogues/fr/errors.json';
import formats from '../../catalogues/fr/formats.json';
import home from '../../catalogues/fr/home.json';
import invoice from '../../catalogues/fr/invoice.json';
import participants from '../../catalogues/fr/participants.json';
import session from '../../catalogues/fr/session.json';
import shell from '../../catalogues/fr/shell.json';

/** The French catalogue: the language everything falls back to and keys are typed from. */
export const fr = { admin, design, enums, errors, formats, home, invoice, participants, session, shell };
