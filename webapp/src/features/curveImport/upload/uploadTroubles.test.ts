import { describe, expect, it } from 'vitest';
import { datesText, fixLink, isSafe, proposals, safeName, troublesOf } from './uploadTroubles';

const ean = '541448920000000010';

describe('names of an upload', () => {
  it.each([
    ['Volumes août 2026.xlsx', 'Volumes_aout_2026.xlsx'],
    ["quarts d'heure (Œuvre) .csv", 'quarts_d_heure_OEuvre.csv'],
    ['déjà-vu__1.csv', 'deja-vu_1.csv'],
    ['été/hiver.csv', 'ete-hiver.csv'],
    ['плюс.csv', 'fichier.csv'],
    ['VOLUMES_2026-04.csv', 'VOLUMES_2026-04.csv'],
  ])('proposes for %j %j', (name, want) => {
    expect(safeName(name)).toBe(want);
    expect(isSafe(safeName(name))).toBe(true);
  });

  it('proposes names that differ', () => {
    expect(proposals(['é.csv', 'e.csv'])).toEqual(['e.csv', 'e_2.csv']);
  });
});

describe('troubles of an upload', () => {
  it('offers for each unexpected number what mends it', () => {
    const fields = {
      unexpectedConsumers: [
        { ean },
        { ean, participantId: 'p', name: 'École' },
        { ean, participantId: 'p', entryDate: '2026-01-01', exitDate: '2026-02-01' },
      ],
      unexpectedProducers: [{ ean, participantId: 'p', entryDate: '2026-01-01', otherSide: true }],
      missingProducers: [{ ean, participantId: 'p', fileName: 'm.csv' }],
    };
    const troubles = troublesOf({ name: 'InconsistentPerimeter', fields });
    expect(troubles.map(({ kind, side, fix }) => [kind, side, fix])).toEqual([
      ['missing', 'producer', 'leave'],
      ['unexpected', 'consumer', 'add'],
      ['unexpected', 'consumer', 'entry'],
      ['unexpected', 'consumer', 'exit'],
      ['unexpected', 'producer', 'prosumer'],
    ]);
    expect(troubles.map((one) => fixLink('o', one))).toEqual([
      '/pmo/operations/o/edit/participants?p=p',
      `/pmo/operations/o/edit/participants?p=new&number=${ean}`,
      '/pmo/operations/o/edit/participants?p=p',
      '/pmo/operations/o/edit/participants?p=p',
      '/pmo/operations/o/edit/participants?p=p&edit=1',
    ]);
  });

  it('names four dates, then an ellipsis', () => {
    expect(datesText(['1', '2', '3', '4'], String)).toBe('1, 2, 3, 4');
    expect(datesText(['1', '2', '3', '4', '5'], String)).toBe('1, 2, 3, 4…');
  });
});
