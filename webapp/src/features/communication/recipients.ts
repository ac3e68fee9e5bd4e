import type { Schemas } from '@openpmo/sdk';
import { matching } from '../../design/search';
import type { Recipient } from './queries';

export type Group = Schemas['ParticipantGroup'] | 'all';

export const groups: readonly Group[] = ['all', 'consumers', 'producers', 'observers'];

export const isIn = (recipient: Recipient, group: Group): boolean =>
  group === 'all' || recipient.groups.includes(group);

/** The recipients of a group whose name, holder or address hold the words of a search. */
export const recipientsIn = (all: readonly Recipient[], group: Group, search: string): Recipient[] =>
  matching(
    all.filter((one) => isIn(one, group)),
    search,
    ({ name, holder = '', email = '' }) => `${name} ${holder} ${email}`,
  );

/** How many of each group there are. */
export const countsOf = (all: readonly Recipient[]): Record<Group, number> => ({
  all: all.length,
  consumers: all.filter((one) => isIn(one, 'consumers')).length,
  producers: all.filter((one) => isIn(one, 'producers')).length,
  observers: all.filter((one) => isIn(one, 'observers')).length,
});

/** Of those who are chosen: how many can be written to, and who cannot. */
export function audienceOf(all: readonly Recipient[], ids: readonly string[]) {
  const wanted = new Set(ids);
  const chosen = all.filter(({ id }) => wanted.has(id));
  return {
    chosen,
    reachable: chosen.filter(({ reach }) => reach === 'REACHABLE'),
    unreached: chosen.filter(({ reach }) => reach !== 'REACHABLE'),
  };
}
