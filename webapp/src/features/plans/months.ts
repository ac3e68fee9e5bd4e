import { addMonths, type Day } from '@openpmo/ui/formats/date';

/** How many months a preview may go over, and are offered. */
const offered = 12;

/** The months before that of a day, the last first: YYYY-MM. */
export const monthsOver = (today: Day): string[] =>
  Array.from({ length: offered }, (_, n) => addMonths(`${today.slice(0, 7)}-01`, -1 - n).slice(0, 7));
