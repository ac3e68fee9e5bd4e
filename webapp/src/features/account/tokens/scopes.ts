import type { Schemas } from '@openpmo/sdk';

/** The resources whose rights have words here, in the order of the menu; others are called as the contract calls them. */
export const resources = [
  'session',
  'account',
  'terms',
  'token',
  'operation',
  'theme',
  'participant',
  'month',
  'curve',
  'key',
  'coefficient',
  'plan',
  'subscription',
  'issuer',
  'client',
  'run',
  'invoice',
  'communication',
  'job',
  'audit',
  'admin',
  'user',
] as const;
export type Resource = (typeof resources)[number];

/** What can be done with a resource, in words here. */
export const actions = [
  'read',
  'readOwn',
  'readContact',
  'create',
  'update',
  'delete',
  'import',
  'export',
  'declare',
  'replay',
  'publish',
  'cancel',
  'send',
  'run',
] as const;
export type Action = (typeof actions)[number];

const split = (permission: string): [string, string] => {
  const [resource = '', action = ''] = permission.split(':');
  return [resource, action];
};

/** Rights over a resource that a token can carry; those of pages and their parts are for people. */
export interface ScopeGroup {
  resource: string;
  permissions: string[];
}

const place = <T>(list: readonly T[], item: T) => (list.includes(item) ? list.indexOf(item) : list.length);

/** The rights that a person holds and a token can carry, by resource. */
export function scopeGroups(policy: readonly string[]): ScopeGroup[] {
  const groups = new Map<string, string[]>();
  for (const permission of policy) {
    const [resource, action] = split(permission);
    if (action === 'visit' || action === 'view') continue;
    groups.set(resource, [...(groups.get(resource) ?? []), permission]);
  }
  const order = (permission: string) => place<string>(actions, split(permission)[1]);
  return [...groups]
    .map(([resource, permissions]) => ({ resource, permissions: permissions.sort((a, b) => order(a) - order(b)) }))
    .sort((a, b) => place<string>(resources, a.resource) - place<string>(resources, b.resource));
}

/** What the rights of a token come to, in the words of the presets: all of the role, reading only, or some. */
export type Preset = 'all' | 'read' | 'chosen';

/** The rights that only read. */
export const readingOf = (policy: readonly string[]): string[] =>
  scopeGroups(policy)
    .flatMap(({ permissions }) => permissions)
    .filter((permission) => /^(read|readOwn|readContact|export)$/.test(split(permission)[1]));

/** Which preset the rights of a token are. */
export function presetOf(token: Pick<Schemas['Token'], 'scopes'>, policy: readonly string[]): Preset {
  const held = scopeGroups(policy).flatMap(({ permissions }) => permissions);
  const has = (wanted: readonly string[]) => wanted.every((one) => token.scopes.includes(one));
  if (has(held)) return 'all';
  const reading = readingOf(policy);
  return has(reading) && token.scopes.length === reading.length ? 'read' : 'chosen';
}

/** A right as its resource and what is done with it. */
export const wordsOf = split;
