import admin from '@openpmo/ui/catalogues/fr/admin.json';
import design from '@openpmo/ui/catalogues/fr/design.json';
import enums from '@openpmo/ui/catalogues/fr/enums.json';
import errors from '@openpmo/ui/catalogues/fr/errors.json';
import session from '@openpmo/ui/catalogues/fr/session.json';
import shell from '@openpmo/ui/catalogues/fr/shell.json';
import type { Catalogue } from '@openpmo/ui/i18n/catalogues';
import reactAdmin from 'ra-language-french';
import type { TranslationMessages } from 'react-admin';

/** The areas that the back-office speaks, and react-admin's own words: one chunk. */
export const french = { admin, design, enums, errors, session, shell } satisfies Catalogue;
export const reactAdminFrench: TranslationMessages = reactAdmin;
