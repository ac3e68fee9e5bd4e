import { describe, expect, it } from 'vitest';
import { type Batch, batchesOf, exportBatches, monthsOf } from './batches';

const row = (id: string, billingEntityId: string, periodEnd: string, amountCents: number, refused = false) => ({
  id,
  number: id,
  billingEntityId,
  billingEntityName: billingEntityId.toUpperCase(),
  billableEntityId: 'c',
  billableEntityName: 'Anne',
  amountCents,
  periodStart: '2026-10-01',
  periodEnd,
  paymentStatus: 'PENDING' as const,
  ...(refused ? { problem: { key: 'error.payment.mandate.not_found' } } : {}),
});

const batch = (n: number): Batch => ({ issuerId: `${n}`, issuerName: `${n}`, invoicesIds: ['i'], amountCents: 1 });

describe('batches', () => {
  it('puts the invoices of an issuer together and leaves out what cannot be collected', () => {
    expect(
      batchesOf([
        row('1', 'a', '2026-10-31', 100),
        row('2', 'b', '2026-10-31', 200),
        row('3', 'a', '2026-10-31', 50, true),
        row('4', 'a', '2026-09-30', 7),
      ]),
    ).toEqual([
      { issuerId: 'a', issuerName: 'A', invoicesIds: ['1', '4'], amountCents: 107 },
      { issuerId: 'b', issuerName: 'B', invoicesIds: ['2'], amountCents: 200 },
    ]);
  });

  it('asks for ten files at once, skips what fails and tells which', async () => {
    let [running, most] = [0, 0];
    const asked: string[] = [];
    const result = await exportBatches(
      Array.from({ length: 23 }, (_, n) => batch(n)),
      async ({ issuerId }) => {
        running += 1;
        most = Math.max(most, running);
        asked.push(issuerId);
        await Promise.resolve();
        running -= 1;
        if (issuerId === '4' || issuerId === '22') throw new Error(issuerId);
      },
    );
    expect([asked.length, most, result.files]).toEqual([23, 10, 21]);
    expect(result.failures.map(({ batch: { issuerId } }) => issuerId)).toEqual(['4', '22']);
  });

  it('lists months, newest first', () => {
    expect(
      monthsOf([row('1', 'a', '2026-09-30', 1), row('2', 'a', '2026-10-31', 1), row('3', 'a', '2026-09-15', 1)]),
    ).toEqual(['2026-10', '2026-09']);
  });
});
