import { describe, expect, it } from 'vitest';
import {
  acceptsTyping,
  checkBody,
  type EditedKey,
  editedKey,
  equalPercentages,
  isChanged,
  isForEveryone,
  keyBody,
  keyReducer,
  selectionOf,
  sumOf,
} from './key';

const base = (part: Partial<EditedKey> = {}): EditedKey => ({ type: 'static', numbers: {}, pools: [], ...part });
const label = (n: number) => `Groupe ${n}`;

describe('typing', () => {
  it.each(['.', ',', '-', '+', 'e', 'x', ' '])('blocks %s', (character) => {
    expect(acceptsTyping('12', `12${character}`)).toBe(false);
    expect(acceptsTyping('', character)).toBe(false);
  });
  it('takes digits, and lets a stored decimal be changed or removed', () => {
    expect(acceptsTyping('1', '12')).toBe(true);
    expect(acceptsTyping('12,5', '12,')).toBe(true);
    expect(acceptsTyping('12,5', '2,5')).toBe(true);
    expect(acceptsTyping('12,5', '12,,5')).toBe(false);
  });
});

describe('the edited key', () => {
  it('keeps the numbers of each method apart', () => {
    const set = keyReducer(base(), { type: 'number', key: 'x', value: 40 });
    const other = keyReducer(set, { type: 'method', value: 'by_priority' });
    expect(keyBody(other)).toEqual({ type: 'by_priority', params: [] });
    expect(keyBody(keyReducer(other, { type: 'method', value: 'static' })).params).toEqual([
      { consumerId: 'x', value: 40 },
    ]);
  });

  it('forgets a number that is zero or empty', () => {
    const set = base({ numbers: { static: { x: 40, y: 10 } } });
    expect(keyBody(keyReducer(set, { type: 'number', key: 'x', value: 0 })).params).toHaveLength(1);
    expect(keyBody(keyReducer(set, { type: 'number', key: 'x', value: undefined })).params).toHaveLength(1);
  });

  it('shares by groups as soon as a group is touched', () => {
    expect(keyReducer(base(), { type: 'pool', action: { type: 'add', label } })).toMatchObject({
      type: 'by_pool',
      pools: [{ id: 'new_pool_1' }],
    });
  });

  it('reads and writes pairs of consumer and producer', () => {
    const params = [{ consumerId: 'c', producerId: 'p', value: 2 }];
    expect(keyBody(editedKey({ type: 'by_ungrouped_priority', params }))).toEqual({
      type: 'by_ungrouped_priority',
      params,
    });
  });

  it('sends no parameters where the method has none', () => {
    expect(keyBody(base({ type: 'by_equality', numbers: { static: { x: 1 } } }))).toEqual({ type: 'by_equality' });
  });

  it('shares equally among all, or among the sites that are ticked', () => {
    const all = editedKey({ type: 'by_equality', params: [] });
    expect(isForEveryone(all)).toBe(true);
    expect(keyBody(all)).toEqual({ type: 'by_equality' });
    const some = keyReducer(all, { type: 'numbers', value: selectionOf(['x', 'y']) });
    const one = keyReducer(some, { type: 'number', key: 'y', value: undefined });
    expect(keyBody(one)).toEqual({ type: 'by_equality', params: [{ consumerId: 'x', value: 1 }] });
    expect(isChanged(all, some)).toBe(true);
    expect(isChanged(all, keyReducer(one, { type: 'everyone' }))).toBe(false);
  });

  it('is changed by what would be stored only', () => {
    const before = editedKey({ type: 'static', params: [{ consumerId: 'x', value: 40 }] });
    expect(isChanged(before, keyReducer(before, { type: 'number', key: 'x', value: 41 }))).toBe(true);
    const there = keyReducer(before, { type: 'method', value: 'by_default' });
    expect(isChanged(before, keyReducer(there, { type: 'method', value: 'static' }))).toBe(false);
  });
});

it('asks about a selection with those who are left out, so that one of nobody is told from one of all', () => {
  const consumers = [{ id: 'x' }, { id: 'y' }];
  const some = base({ type: 'by_equality', numbers: { by_equality: { y: 1 } } });
  expect(checkBody(some, consumers).params).toEqual([
    { consumerId: 'y', value: 1 },
    { consumerId: 'x', value: 0 },
  ]);
  expect(checkBody(base({ type: 'by_equality', numbers: { by_equality: {} } }), consumers).params).toHaveLength(2);
  expect(checkBody(base({ type: 'by_equality' }), consumers)).toEqual({ type: 'by_equality' });
  expect(checkBody(base(), consumers)).toEqual({ type: 'static', params: [] });
});

it('gives everybody the same whole percentage and never more than 100', () => {
  expect(equalPercentages(['a', 'b', 'c'])).toEqual({ a: 34, b: 33, c: 33 });
  for (const n of [1, 7, 99, 100, 101, 250]) {
    expect(sumOf(equalPercentages(Array.from({ length: n }, (_, i) => `c${i}`)))).toBe(100);
  }
});
