import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dayIn,
  daysBetween,
  formatDay,
  formatDayRange,
  formatInstant,
  isDay,
  readDay,
} from './date';

describe('civil days', () => {
  it.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2024-02-29', true],
    ['2026-13-01', false],
    ['26-01-01', false],
    ['', false],
  ])('%s is a day: %s', (day, yes) => expect(isDay(day)).toBe(yes));

  it.each([
    ['31/10/2026', '2026-10-31'],
    ['1/2/2026', '2026-02-01'],
    ['31-10-2026', '2026-10-31'],
    ['31.10.2026', '2026-10-31'],
    [' 31 10 2026 ', '2026-10-31'],
    ['31102026', '2026-10-31'],
    ['2026-10-31', '2026-10-31'],
    ['2026-1-5', '2026-01-05'],
    ['29/02/2026', undefined],
    ['10/31/2026', undefined],
    ['31/10/26', undefined],
    ['31/10/2026 12', undefined],
    ['31/10', undefined],
    ['hier', undefined],
    ['', undefined],
  ])('reads what is typed: %s is %s', (text, day) => expect(readDay(text)).toBe(day));

  it('steps over months and their ends', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2026-11-15', 12)).toBe('2027-11-15');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(daysBetween('2026-03-01', '2026-03-31')).toBe(31);
  });

  it('knows the day of an instant in the operator zone, also at a change of hour', () => {
    expect(dayIn('2026-10-24T22:30:00Z', 'Europe/Paris')).toBe('2026-10-25');
    expect(dayIn('2026-10-25T23:30:00Z', 'Europe/Paris')).toBe('2026-10-26');
    expect(dayIn('2026-10-25T22:30:00Z', 'Europe/Paris')).toBe('2026-10-25');
  });

  it('speaks the language', () => {
    expect(formatDay('2026-10-31', 'fr')).toBe('31/10/2026');
    expect(formatDay('2026-10-31', 'fr', 'long')).toBe('samedi 31 octobre 2026');
    expect(formatDay('2026-10-31', 'nl', 'month')).toBe('oktober 2026');
    expect(formatDay('2026-11-01', 'fr', 'medium')).toBe('1er nov. 2026');
    expect(formatDay('2026-11-01', 'fr-BE', 'short')).toBe('1er nov.');
    expect(formatDay('2026-11-01', 'nl', 'medium')).toBe('1 nov 2026');
    expect(formatDay('2026-11-01', 'fr')).toBe('01/11/2026');
    expect(formatDay('no day', 'fr')).toBe('no day');
  });

  it('writes ranges and instants', () => {
    expect(formatDayRange('2026-10-01', '2026-10-31', 'fr')).toMatch(/^1er\s?–\s?31 oct\. 2026$/);
    expect(formatInstant('2026-10-25T01:30:00Z', 'fr', 'Europe/Paris')).toMatch(/^25 oct\. 2026.* 02:30$/);
  });
});
