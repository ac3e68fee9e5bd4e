import { addMonths, type Day } from '@openpmo/ui/formats/date';

/** How many months and years back a report is offered. */
const months = 24;
const years = 3;

/** The months and years that a report can be of: those that have begun, the newest first. */
export function periodsUntil(today: Day): { months: string[]; years: string[] } {
  const first = `${today.slice(0, 7)}-01`;
  // On the first day of a month, or of a year, none of its days is over.
  const skipped = today === first ? 1 : 0;
  const year = Number(today.slice(0, 4)) - (today.endsWith('-01-01') ? 1 : 0);
  return {
    months: Array.from({ length: months }, (_, n) => addMonths(first, -n - skipped).slice(0, 7)),
    years: Array.from({ length: years }, (_, n) => String(year - n)),
  };
}

/** What is proposed: the last month that is over. */
export const usualPeriod = (today: Day): string => addMonths(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
