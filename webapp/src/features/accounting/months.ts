/** A civil month with its first and its last day. */
export interface Month {
  month: string;
  from: string;
  to: string;
}

const isoDay = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

/** The months before that of a day, the last first. */
export const monthsBefore = (day: Date, count: number): Month[] =>
  Array.from({ length: count }, (_, n) => {
    const [year, month] = [day.getFullYear(), day.getMonth() - 1 - n];
    const from = isoDay(year, month, 1);
    return { month: from.slice(0, 7), from, to: isoDay(year, month + 1, 0) };
  });
