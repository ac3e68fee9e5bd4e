import { describe, expect, it } from 'vitest';
import {
  addSeason,
  dayBefore,
  type EditedSeason,
  editedSeasons,
  seasonProblem,
  seasonsBody,
  seasonsChanged,
  stretchesOf,
  withMonth,
} from './seasons';

const proposed = [
  { name: 'Saison haute', start: '11-01', end: '03-31' },
  { name: 'Saison basse', start: '04-01', end: '10-31' },
];

describe('seasons', () => {
  it.each([
    ['11-01', '10-31'],
    ['01-01', '12-31'],
    ['03-01', '02-29'],
    ['05-15', '05-14'],
  ])('the day before %s is %s', (day, before) => expect(dayBefore(day)).toBe(before));

  it('end where the next one begins, so that they always make the whole year', () => {
    expect(seasonsBody(editedSeasons(proposed))).toEqual(proposed);
    const [high, low] = editedSeasons(proposed) as [EditedSeason, EditedSeason];
    expect(seasonsBody([high, { ...low, start: '03-01' }])).toEqual([
      { name: 'Saison haute', start: '11-01', end: '02-29' },
      { name: 'Saison basse', start: '03-01', end: '10-31' },
    ]);
    expect(seasonsBody([low])).toEqual([{ name: 'Saison basse', start: '04-01', end: '03-31' }]);
  });

  it('shorten the date with the month', () => expect(withMonth('01-31', 2)).toBe('02-28'));

  it('need a name of their own and a first day of their own', () => {
    const [high, low] = editedSeasons(proposed) as [EditedSeason, EditedSeason];
    expect(seasonProblem(high, [high, low])).toBeUndefined();
    expect(seasonProblem({ ...high, name: ' ' }, [low])).toBe('name');
    expect(seasonProblem({ ...high, name: 'Saison basse ' }, [low])).toBe('nameTwice');
    expect(seasonProblem({ ...high, start: '04-01' }, [low])).toBe('startTwice');
  });

  it('grow by one that begins on a free day', () => {
    const next = addSeason(editedSeasons(proposed), 'Été');
    expect(next.map(({ start }) => start)).toEqual(['11-01', '04-01', '07-01']);
    expect(new Set(next.map(({ key }) => key)).size).toBe(3);
    expect(seasonsChanged(proposed, next)).toBe(true);
    expect(seasonsChanged(proposed, editedSeasons(proposed))).toBe(false);
  });

  it('fill the picture of the year without a hole', () => {
    const found = stretchesOf(editedSeasons(proposed));
    expect(found.map(({ season }) => season.name)).toEqual(['Saison haute', 'Saison basse', 'Saison haute']);
    expect(found.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(100);
  });
});
