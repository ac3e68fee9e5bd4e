import { describe, expect, it } from 'vitest';
import type { Invoice } from './queries';
import { timelineOf } from './timeline';

const base = {
  type: 'INVOICE',
  status: 'DRAFT',
  paymentStatus: 'PENDING',
  overdue: false,
  createdAt: '2026-11-06T08:00:00+01:00',
} as Invoice;

const words = (part: Partial<Invoice>) =>
  timelineOf({ ...base, ...part } as Invoice).map(({ step, state, day }) =>
    [step, state, day].filter(Boolean).join(' '),
  );

describe('the way of an invoice', () => {
  it('begins as a draft that waits for its number', () => {
    expect(words({})).toEqual(['drafted done', 'published open', 'paid open']);
  });

  it('tells the days once published, and that it is late', () => {
    const published = { status: 'FINALIZED', issueDate: '2026-11-07', dueDate: '2026-12-07' } as const;
    expect(words(published)).toEqual([
      'drafted done',
      'published done 2026-11-07',
      'sent open',
      'due open 2026-12-07',
      'paid open',
    ]);
    expect(words({ ...published, overdue: true })[3]).toBe('due late 2026-12-07');
    expect(words({ ...published, paymentStatus: 'SUCCEEDED' }).slice(3)).toEqual(['due done 2026-12-07', 'paid done']);
  });

  it('tells whether it has left for its client', () => {
    const way = (state: NonNullable<Invoice['delivery']>['state']) =>
      words({ status: 'FINALIZED', issueDate: '2026-11-07', delivery: { state, at: base.createdAt } })[2];
    expect(way('WAITING')).toBe('sent open');
    expect(way('SENT')).toBe('sent done');
    expect(way('FAILED')).toBe('sent late');
    expect(way('UNKNOWN')).toBe('paid open');
  });

  it('ends where nothing is owed', () => {
    expect(words({ status: 'CANCELLED', issueDate: '2026-11-07' }).at(-1)).toBe('cancelled done');
    expect(words({ type: 'STATEMENT' })).toEqual(['drafted done']);
    expect(words({ status: 'NOT_CHARGED' })).toEqual(['drafted done']);
    expect(words({ type: 'CREDIT_NOTE', status: 'FINALIZED', issueDate: '2026-11-07' })).toHaveLength(3);
  });
});
