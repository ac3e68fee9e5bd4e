import { expect, it } from 'vitest';
import { linesAt, linesOf, roomFor } from './flowLabels';

it('breaks a label between words, and drops the dot at the end of a line', () => {
  expect(linesOf('Réseau (complément) · 501,3\u202fkWh', 20, 2)).toEqual(['Réseau (complément)', '501,3\u202fkWh']);
  expect(linesOf('Mairie · 12\u202fkWh', 20, 2)).toEqual(['Mairie · 12\u202fkWh']);
});

it('shortens what has no room, and says so', () => {
  expect(linesOf('Boulangerie du Château · 12\u202fkWh', 14, 1)).toEqual(['Boulangerie d…']);
  expect(linesOf('Boulangerie du Château · 12\u202fkWh', 14, 2)).toEqual(['Boulangerie du', 'Château · 12…']);
});

it('gives the longest label the room that it needs, as long as it is there', () => {
  expect(roomFor(['Réseau (complément) · 501,3 kWh', 'Vous'], 1000)).toBeGreaterThan(200);
  expect(roomFor(['Vous'], 1000)).toBeLessThan(60);
  expect(roomFor(['Réseau (complément) · 501,3 kWh'], 400)).toBe(128);
  expect(
    roomFor(
      Array.from({ length: 20 }, () => 'Boulangerie du Château et de la Halle'),
      1000,
    ),
  ).toBe(200);
});

it('keeps lines of neighbours apart', () => {
  expect(linesAt(100, [100, 119])).toBe(1);
  expect(linesAt(100, [100, 140])).toBe(2);
  expect(linesAt(100, [100])).toBe(3);
});
