import type { Schemas } from '@openpmo/sdk';

export type User = Schemas['AdminUser'];

export const roles = ['organizer', 'participant', 'observer', 'admin'] as const satisfies Schemas['Role'][];
export const spokenLanguages = ['fr', 'nl'] as const satisfies Schemas['Language'][];

/** Roles that belong to operations. */
export const hasOperations = (role: string | undefined): boolean => role === 'organizer' || role === 'observer';

export const fullName = (user: Partial<User>): string => [user.firstname, user.lastname].filter(Boolean).join(' ');

/** Name and address, so that two people of one name stay apart. */
export const personName = (user: Partial<User>): string => [fullName(user), user.email].filter(Boolean).join(' · ');
