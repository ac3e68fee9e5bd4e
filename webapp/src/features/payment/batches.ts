import type { Schemas } from '@openpmo/sdk';

type Collectable = Schemas['CollectableInvoice'];

/** The invoices of one issuer, whose collection one file orders. */
export interface Batch {
  issuerId: string;
  issuerName: string;
  invoicesIds: string[];
  amountCents: number;
}

/** What became of an export: how many files, and which issuers were refused. */
export interface Export {
  files: number;
  failures: { batch: Batch; error: unknown }[];
}

/** What can be collected, by issuer in the order of the rows. */
export function batchesOf(rows: readonly Collectable[]): Batch[] {
  const byIssuer = new Map<string, Batch>();
  for (const { id, billingEntityId, billingEntityName, amountCents, problem } of rows) {
    if (problem) continue;
    const batch = byIssuer.get(billingEntityId) ?? {
      issuerId: billingEntityId,
      issuerName: billingEntityName,
      invoicesIds: [],
      amountCents: 0,
    };
    batch.invoicesIds.push(id);
    batch.amountCents += amountCents;
    byIssuer.set(billingEntityId, batch);
  }
  return [...byIssuer.values()];
}

/** So many files are asked for at once (specification section 9). */
const atOnce = 10;

/** Asks for all files, ten at once. One that fails is told and keeps no other from being made. */
export async function exportBatches(batches: readonly Batch[], ask: (batch: Batch) => Promise<void>): Promise<Export> {
  const failures: Export['failures'] = [];
  for (let first = 0; first < batches.length; first += atOnce) {
    await Promise.all(
      batches.slice(first, first + atOnce).map((batch) =>
        ask(batch).catch((error: unknown) => {
          failures.push({ batch, error });
        }),
      ),
    );
  }
  return { files: batches.length - failures.length, failures };
}

/** The months that the rows bill last, newest first. */
export const monthsOf = (rows: readonly Collectable[]): string[] =>
  [...new Set(rows.map(({ periodEnd }) => periodEnd.slice(0, 7)))].sort().reverse();
