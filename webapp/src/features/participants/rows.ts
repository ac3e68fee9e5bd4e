import type { Schemas } from '@openpmo/sdk';
import type { Operation } from '../../api/operations';
import { matching } from '../../design/search';

export type Participant = Schemas['Participant'];
export type Observer = Schemas['Observer'];
export type FolderStatus = Schemas['FolderStatus'];

/** What the type filter offers; all is its default (specification section 2). */
export type Group = 'all' | 'consumers' | 'producers' | 'observers' | 'declare';

/** A line of the table: a site, or a person who observes the operation. */
export type Row =
  | { kind: 'site'; id: string; name: string; site: Participant }
  | { kind: 'observer'; id: string; name: string; observer: Observer };

/** Folder statuses in the order that the table sorts by (specification section 4). */
export const folderOrder: readonly FolderStatus[] = ['creating', 'processing', 'up', 'deleting', 'deleted', 'error'];

export const folderRank = (status: FolderStatus): number => folderOrder.indexOf(status);

/** Whether a site may have never taken part, so that it can be removed for good; the server knows the rest. */
export const isRemovable = ({ status }: Participant): boolean => status === 'creating' || status === 'error';

/** Sites first, in the server's order, then observers. */
export function rowsOf(sites: readonly Participant[], observers: readonly Observer[]): Row[] {
  return [
    ...sites.map((site): Row => ({ kind: 'site', id: site.id, name: site.name, site })),
    ...observers.map(
      (observer): Row => ({ kind: 'observer', id: observer.id, name: observer.name || observer.email, observer }),
    ),
  ];
}

/** Which tabs a row stands under; who consumes and produces stands under both. */
export function groupsOf(row: Row): Exclude<Group, 'all' | 'declare'>[] {
  if (row.kind === 'observer') return ['observers'];
  const { energyType, isProsumer } = row.site;
  if (isProsumer) return ['consumers', 'producers'];
  return [energyType === 'producer' ? 'producers' : 'consumers'];
}

export const asGroup = (text: string | null): Group =>
  text === 'consumers' || text === 'producers' || text === 'observers' || text === 'declare' ? text : 'all';

/** What is asked of the operator and not answered yet: an entry or an exit, to be declared and its answer written down. */
const isToDeclare = (row: Row): boolean => row.kind === 'site' && row.site.openRequest !== undefined;

const isIn = (row: Row, group: Group): boolean => {
  if (group === 'all') return true;
  return group === 'declare' ? isToDeclare(row) : groupsOf(row).includes(group);
};

/** How many rows each tab holds. */
export function countsOf(rows: readonly Row[]): Record<Group, number> {
  const counts = {
    all: rows.length,
    consumers: 0,
    producers: 0,
    observers: 0,
    declare: rows.filter(isToDeclare).length,
  };
  for (const group of rows.flatMap(groupsOf)) counts[group]++;
  return counts;
}

const searched = (row: Row): string =>
  row.kind === 'observer'
    ? `${row.name} ${row.observer.email}`
    : [
        row.name,
        row.site.dsoId,
        row.site.padt,
        row.site.externalId,
        ...(row.site.tags ?? []),
        row.site.postCode,
        row.site.city,
        row.site.email,
      ]
        .filter(Boolean)
        .join(' ');

/** The rows of a tab that the search finds by name, number, place or e-mail. */
export const rowsIn = (rows: readonly Row[], group: Group, search: string): Row[] =>
  matching(group === 'all' ? rows : rows.filter((row) => isIn(row, group)), search, searched);

export interface Summary {
  sites: number;
  /** Sites that left: they stay in the list, and in no other count. */
  left: number;
  observers: number;
  errors: number;
}

/** The parts of the list, as the server counts sites elsewhere; together they are all its rows. */
export function summaryOf({ sitesNumber }: Pick<Operation, 'sitesNumber'>, rows: readonly Row[]): Summary {
  const sites = rows.flatMap((row) => (row.kind === 'site' ? [row.site] : []));
  return {
    sites: Math.min(sitesNumber, sites.length),
    left: Math.max(0, sites.length - sitesNumber),
    observers: rows.length - sites.length,
    errors: sites.filter(({ status }) => status === 'error').length,
  };
}
