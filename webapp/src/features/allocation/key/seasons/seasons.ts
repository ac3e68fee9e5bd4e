import type { Schemas } from '@openpmo/sdk';

export type Season = Schemas['Season'];

/** A day of every year, as the contract writes it: `11-01`. */
export type YearDay = string;

/**
 * A season while it is edited: where it begins. It ends where the next one begins, so that
 * seasons always make the whole year and never overlap (domain 2.4).
 */
export interface EditedSeason {
  /** Only for the page. */
  key: string;
  name: string;
  start: YearDay;
  configId?: string;
}

/** February ends with its 28th here: the 29th belongs to it wherever a season ends. */
const daysIn = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const two = (n: number) => String(n).padStart(2, '0');
const partsOf = (day: YearDay) => {
  const [month = 1, date = 1] = day.split('-').map(Number);
  return { month, date };
};

/** Days in a month that a season may begin on. */
export const daysOfMonth = (month: number): number => daysIn[month - 1] ?? 31;

/** A day with another month or date; the date gives way to a shorter month. */
export function withMonth(day: YearDay, month: number): YearDay {
  return `${two(month)}-${two(Math.min(partsOf(day).date, daysOfMonth(month)))}`;
}

export const withDate = (day: YearDay, date: number): YearDay => `${two(partsOf(day).month)}-${two(date)}`;

export const monthOf = (day: YearDay): number => partsOf(day).month;
export const dateOf = (day: YearDay): number => partsOf(day).date;

/** The day before, over the new year too. The day before 1 March is the last of February, whatever the year. */
export function dayBefore(day: YearDay): YearDay {
  const { month, date } = partsOf(day);
  if (date > 1) return `${two(month)}-${two(date - 1)}`;
  const before = month === 1 ? 12 : month - 1;
  return before === 2 ? '02-29' : `${two(before)}-${two(daysOfMonth(before))}`;
}

/** Day of a year without leap day, from 0: for the picture of the year. */
export function dayOfYear(day: YearDay): number {
  const { month, date } = partsOf(day);
  return daysIn.slice(0, month - 1).reduce((sum, days) => sum + days, 0) + Math.min(date, daysOfMonth(month)) - 1;
}

export const editedSeasons = (seasons: readonly Season[]): EditedSeason[] =>
  seasons.map(({ name, start, configId }, index) => ({
    key: `season-${index}`,
    name,
    start,
    ...(configId ? { configId } : {}),
  }));

/** In the order of the year. */
export const sorted = (seasons: readonly EditedSeason[]): EditedSeason[] =>
  [...seasons].sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));

/** The last day of a season: that before the next one begins. */
export function endOf(season: EditedSeason, seasons: readonly EditedSeason[]): YearDay {
  const order = sorted(seasons);
  const at = order.findIndex(({ key }) => key === season.key);
  const next = order[(at + 1) % order.length] ?? season;
  return dayBefore(next.start);
}

/** What is sent: first and last days; none means one key all year. */
export const seasonsBody = (seasons: readonly EditedSeason[]): Season[] =>
  seasons.map((season) => ({ name: season.name.trim(), start: season.start, end: endOf(season, seasons) }));

export type SeasonProblem = 'name' | 'nameTwice' | 'startTwice';

/** What is wrong with a season, if anything. */
export function seasonProblem(season: EditedSeason, seasons: readonly EditedSeason[]): SeasonProblem | undefined {
  const others = seasons.filter(({ key }) => key !== season.key);
  const name = season.name.trim();
  if (name === '') return 'name';
  if (others.some((other) => other.name.trim() === name)) return 'nameTwice';
  if (others.some((other) => other.start === season.start)) return 'startTwice';
  return undefined;
}

/** One more season, on the first day of a month that none begins on yet. */
export function addSeason(seasons: readonly EditedSeason[], name: string): EditedSeason[] {
  const taken = new Set(seasons.map(({ start }) => start));
  const month = [7, 1, 4, 10, 2, 3, 5, 6, 8, 9, 11, 12].find((one) => !taken.has(`${two(one)}-01`)) ?? 7;
  const key = `season-${1 + Math.max(-1, ...seasons.map((one) => Number(one.key.slice('season-'.length))))}`;
  return [...seasons, { key, name, start: `${two(month)}-01` }];
}

/** Stretches of the picture of the year, in percent of its width; a season over the new year has two. */
export function stretchesOf(seasons: readonly EditedSeason[]): { season: EditedSeason; from: number; width: number }[] {
  const order = sorted(seasons);
  const [first, last] = [order[0], order.at(-1)];
  if (!first || !last) return [];
  const percent = (days: number) => (days / 365) * 100;
  const lead = dayOfYear(first.start);
  const before = lead > 0 ? [{ season: last, from: 0, width: percent(lead) }] : [];
  return [
    ...before,
    ...order.map((season, index) => {
      const from = dayOfYear(season.start);
      const next = order[index + 1];
      return { season, from: percent(from), width: percent((next ? dayOfYear(next.start) : 365) - from) };
    }),
  ];
}

export const seasonsChanged = (before: readonly Season[], after: readonly EditedSeason[]): boolean => {
  const text = (list: readonly { name: string; start: string }[]) =>
    JSON.stringify(list.map(({ name, start }) => [name.trim(), start]));
  return text(before) !== text(after);
};
