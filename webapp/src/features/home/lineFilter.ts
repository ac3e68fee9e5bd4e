import { matching } from '../../design/search';
import type { MonthLine } from './queries';

/** What one looks for: what is late, what is to do, what waits, what is done. */
export const lookouts = ['late', 'todo', 'waiting', 'done'] as const;
export type Lookout = (typeof lookouts)[number];

const lookoutOf: Record<MonthLine['urgency'], Lookout> = {
  LATE: 'late',
  BLOCKED: 'todo',
  DUE: 'todo',
  TODO: 'todo',
  WAITING: 'waiting',
  DONE: 'done',
  EMPTY: 'waiting',
};

export const isLookout = (text: string | undefined): text is Lookout => lookouts.some((one) => one === text);

/** How many lines there are of each. */
export function countLookouts(lines: readonly MonthLine[]): Record<Lookout, number> {
  const counts = { late: 0, todo: 0, waiting: 0, done: 0 };
  for (const { urgency } of lines) counts[lookoutOf[urgency]] += 1;
  return counts;
}

export interface LineFilter {
  search: string;
  state: string | undefined;
  operator: string | undefined;
}

/** The lines that are looked for, in the order of the server. */
export function filterLines(lines: readonly MonthLine[], { search, state, operator }: LineFilter): MonthLine[] {
  const found = lines.filter(
    (line) => (!isLookout(state) || lookoutOf[line.urgency] === state) && (!operator || operator === line.dso),
  );
  return matching(found, search, ({ operationName, externalId }) => `${operationName} ${externalId}`);
}

/** A sum of energies; not whole where days or whole operations are not known. */
export interface EnergySum {
  milliWh: number;
  partial: boolean;
}

const sumOf = (lines: readonly MonthLine[], which: 'consumed' | 'shared'): EnergySum | undefined => {
  const sites = lines.filter(({ urgency }) => urgency !== 'EMPTY');
  const known = sites.flatMap((line) => line[which] ?? []);
  if (known.length === 0) return undefined;
  return {
    milliWh: known.reduce((sum, { milliWh }) => sum + milliWh, 0),
    partial: known.length < sites.length || known.some(({ partial }) => partial),
  };
};

export interface Sums {
  sites: number;
  consumed: EnergySum | undefined;
  shared: EnergySum | undefined;
  /** Nothing where none of the lines may tell of invoices. */
  invoicedCents: number | undefined;
  overdueCents: number | undefined;
  overdueNumber: number;
}

/** What the lines add up to. */
export function sumLines(lines: readonly MonthLine[]): Sums {
  const published = lines.flatMap(({ steps }) => steps.flatMap((step) => step.published ?? []));
  const overdue = lines.flatMap((line) => line.overdue ?? []);
  const cents = (list: readonly { amountCents: number }[]) =>
    list.length > 0 ? list.reduce((sum, { amountCents }) => sum + amountCents, 0) : undefined;
  return {
    sites: lines.reduce((sum, { sitesNumber }) => sum + sitesNumber, 0),
    consumed: sumOf(lines, 'consumed'),
    shared: sumOf(lines, 'shared'),
    invoicedCents: cents(published),
    overdueCents: cents(overdue),
    overdueNumber: overdue.reduce((sum, { number }) => sum + number, 0),
  };
}
