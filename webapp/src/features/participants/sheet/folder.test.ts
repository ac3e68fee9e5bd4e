import { expect, it } from 'vitest';
import { someSite } from '../../../test/records';
import { answerBody, folderAdvice, isOpen } from './folder';

it('sends a day with an acceptance only', () => {
  expect(answerBody('ENTRY', 'ACCEPTED', '2026-12-01')).toEqual({
    request: 'ENTRY',
    answer: 'ACCEPTED',
    date: '2026-12-01',
  });
  expect(answerBody('EXIT', 'REFUSED', '2026-12-01')).toEqual({ request: 'EXIT', answer: 'REFUSED' });
});

it('says when a site is in only by its date', () => {
  const waiting = someSite({ status: 'up', openRequest: 'ENTRY' });
  expect(folderAdvice(waiting)).toBe('upUnconfirmed');
  expect(folderAdvice(someSite())).toBe('up');
  expect([folderAdvice(waiting), folderAdvice(someSite())].map(isOpen)).toEqual([true, false]);
});
