import { describe, expect, it } from 'vitest';
import { someSite } from '../../../test/records';
import { answerUpdate, canLeave, folderAdvice, isOpen, openRequest } from './folder';

describe('what the operator can still answer', () => {
  it.each([
    ['an entry that is asked', { status: 'creating', dsoStatus: 'EN_COURS', dsoAction: 'CREATION' }, 'entry'],
    ['an entry whose date has passed', { status: 'up', dsoStatus: 'EN_COURS', dsoAction: 'CREATION' }, 'entry'],
    ['an unknown word', { status: 'processing', dsoStatus: 'X', dsoAction: 'Y' }, 'entry'],
    ['a refused entry', { status: 'error', dsoStatus: 'NO_TRAIL_ERR', dsoAction: 'CREATION' }, 'entry'],
    ['an exit that is asked', { status: 'deleting', dsoStatus: 'EN_COURS', dsoAction: 'SUPPRESSION' }, 'exit'],
    ['a refused exit', { status: 'error', dsoStatus: 'NO_TRAIL_ERR', dsoAction: 'SUPPRESSION' }, 'exit'],
    ['a site in force', { status: 'up', dsoStatus: 'EN_VIGUEUR', dsoAction: 'CREATION' }, undefined],
    ['a site that is gone', { status: 'deleted', dsoStatus: 'EN_COURS', dsoAction: 'CREATION' }, undefined],
  ] as const)('%s', (_, part, request) => {
    expect(openRequest(someSite(part))).toBe(request);
  });
});

describe('an answer', () => {
  it('to an entry', () => {
    expect(answerUpdate('entry', 'accepted', '2026-12-01')).toEqual({
      dsoStatus: 'EN_VIGUEUR',
      dsoAction: 'CREATION',
      entry: '2026-12-01',
    });
    expect(answerUpdate('entry', 'refused', '2026-12-01')).toEqual({ dsoStatus: 'NO_TRAIL_ERR' });
    expect(answerUpdate('entry', 'waiting', undefined)).toEqual({ dsoStatus: 'EN_COURS', dsoAction: 'CREATION' });
  });

  it('to an exit: refused means that the site stays', () => {
    expect(answerUpdate('exit', 'accepted', '2026-12-31')).toMatchObject({
      dsoAction: 'SUPPRESSION',
      exit: '2026-12-31',
    });
    expect(answerUpdate('exit', 'refused', undefined)).toEqual({
      dsoStatus: 'EN_VIGUEUR',
      dsoAction: 'CREATION',
      exit: null,
    });
  });
});

describe('leaving', () => {
  const today = '2026-11-20';
  it.each([
    [{}, true],
    [{ activationRange: { entry: '2025-09-01', exit: '2026-11-20' } }, true],
    [{ activationRange: { entry: '2025-09-01', exit: '2026-11-19' } }, false],
    [{ activationRange: {} }, false],
    [{ status: 'creating' }, false],
    [{ status: 'error' }, false],
  ] as const)('%j: %s', (part, leaves) => {
    expect(canLeave(someSite(part), today)).toBe(leaves);
  });
});

it('says when a site is in only by its date', () => {
  const waiting = someSite({ status: 'up', dsoStatus: 'EN_COURS' });
  expect(folderAdvice(waiting)).toBe('upUnconfirmed');
  expect(folderAdvice(someSite())).toBe('up');
  expect([folderAdvice(waiting), folderAdvice(someSite())].map(isOpen)).toEqual([true, false]);
});
