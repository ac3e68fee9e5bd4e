import admin from '@openpmo/ui/catalogues/nl/admin.json';
import design from '@openpmo/ui/catalogues/nl/design.json';
import enums from '@openpmo/ui/catalogues/nl/enums.json';
import errors from '@openpmo/ui/catalogues/nl/errors.json';
import session from '@openpmo/ui/catalogues/nl/session.json';
import shell from '@openpmo/ui/catalogues/nl/shell.json';
import type { Catalogue } from '@openpmo/ui/i18n/catalogues';

export { reactAdminDutch } from './reactAdminDutch';

/** The areas that the back-office speaks, and react-admin's own words: one chunk. */
export const dutch = { admin, design, enums, errors, session, shell } satisfies Catalogue;
