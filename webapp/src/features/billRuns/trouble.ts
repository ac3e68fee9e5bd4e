import type { Problem, ProblemItem, Schemas } from '@openpmo/sdk';
import type { Day } from '@openpmo/ui/formats/date';
import { placeOfProblem, remedyPath } from '../../design/remedies';

/** Why an issuer cannot bill a client for a period, before a run, during it or at publishing. */
export interface Trouble {
  key: string;
  params: Record<string, unknown>;
  issuer: Party;
  client: Party;
  period: { from: Day; to: Day } | undefined;
  /** What the support is told when nobody knows the error: the id and the server's words. */
  raw: string | undefined;
}

export interface Party {
  id: string;
  name: string;
}

/** The key for what is in no catalogue. */
export const unknownKey = 'billing.unknown';

/** The trouble of a failed item, by its key; one that no catalogue has is unknown. */
export function troubleOf(item: Schemas['BillRunItem'], isKnown: (key: string) => boolean): Trouble {
  const meaning =
    item.key && isKnown(item.key)
      ? { key: item.key, params: item.params ?? {} }
      : { key: unknownKey, params: {} as Record<string, unknown> };
  return {
    ...meaning,
    issuer: { id: item.billingEntityId, name: item.billingEntityName ?? item.billingEntityId },
    client: { id: item.billableEntityId, name: item.billableEntityName ?? item.billableEntityId },
    period: { from: item.periodStart, to: item.periodEnd },
    raw: meaning.key === unknownKey ? rawOf(item) : undefined,
  };
}

/** The invoice's id and the error; a failure without invoice is named by its two parties. */
function rawOf({ invoiceId, billingEntityId, billableEntityId, error, key }: Schemas['BillRunItem']): string {
  return `${invoiceId ?? `${billingEntityId} → ${billableEntityId}`} : ${error ?? key ?? ''}`.trim();
}

export const failuresOf = (run: Schemas['BillRun'], isKnown: (key: string) => boolean): Trouble[] =>
  run.invoices.filter(({ status }) => status === 'FAILURE').map((item) => troubleOf(item, isKnown));

/** What a check foresees, client by client. */
export const foreseen = (clients: readonly Schemas['BillRunCheckItem'][]): Trouble[] =>
  clients.flatMap((item) =>
    (item.problems ?? []).map(({ key, params }: ProblemItem) => ({
      key,
      params: params ?? {},
      issuer: { id: item.billingEntityId, name: item.billingEntityName },
      client: { id: item.billableEntityId, name: item.billableEntityName },
      period: undefined,
      raw: undefined,
    })),
  );

/** Published elsewhere since the page was read, as by another tab: nothing is left to do. */
export const isPublished = ({ problem }: { problem?: Problem | undefined }): boolean =>
  problem?.key === 'invoice.notDraft' && problem.params?.status === 'FINALIZED';

/** Why an invoice was not published. */
export function refusalOf(
  invoice: Schemas['Invoice'],
  problem: Problem | undefined,
  isKnown: (key: string) => boolean,
): Trouble {
  const known = problem !== undefined && isKnown(problem.key);
  return {
    key: known ? problem.key : unknownKey,
    params: known ? (problem.params ?? {}) : {},
    issuer: invoice.billingEntity,
    client: invoice.billableEntity,
    period: { from: invoice.periodStart, to: invoice.periodEnd },
    raw: known ? undefined : `${invoice.id} : ${problem?.detail ?? problem?.key ?? ''}`,
  };
}

/** What mends a trouble, which is how failures are grouped on screen. */
export const causes = [
  'data',
  'issuer',
  'client',
  'payment',
  'plan',
  'subscription',
  'pairs',
  'again',
  'support',
] as const;
export type Cause = (typeof causes)[number];

const causeOfKey: Record<string, Cause> = {
  'measurements.missing': 'data',
  'measurements.incomplete': 'data',
  'measurements.pairsContradict': 'pairs',
  'payment.billingEntityIncomplete': 'issuer',
  'billingEntity.incomplete': 'issuer',
  'invoice.numberTooLong': 'issuer',
  'interlocutor.incomplete': 'issuer',
  'billableEntity.incomplete': 'client',
  'payment.billableEntityIncomplete': 'payment',
  'plan.volumeUnpriced': 'plan',
  'plan.slotUnpriced': 'plan',
  'subscription.hoursMissing': 'client',
  'plan.vatRateUnknown': 'plan',
  'vat.placeUnknown': 'issuer',
  'run.tooManyPeriods': 'subscription',
  'subscription.energyTwice': 'subscription',
  'run.interrupted': 'again',
  'invoice.stale': 'again',
  'invoice.alreadyBilled': 'again',
  'invoice.notFound': 'again',
  'invoice.notDraft': 'again',
};

export const causeOf = ({ key }: Trouble): Cause => causeOfKey[key] ?? 'support';

/** One sentence, and everybody it is about. */
export interface Finding {
  trouble: Trouble;
  about: Trouble[];
}

export interface Group {
  cause: Cause;
  /** How many periods of clients the cause stops. */
  count: number;
  findings: Finding[];
}

/** Troubles by cause, the most frequent first; the same sentence is said once. */
export function grouped(troubles: readonly Trouble[]): Group[] {
  return causes
    .map((cause) => troubles.filter((trouble) => causeOf(trouble) === cause))
    .filter((list) => list.length > 0)
    .map((list) => ({ cause: causeOf(list[0] as Trouble), count: list.length, findings: findingsOf(list) }))
    .sort((a, b) => b.count - a.count);
}

function findingsOf(troubles: readonly Trouble[]): Finding[] {
  const found = new Map<string, Finding>();
  for (const trouble of troubles) {
    const same = `${trouble.key} ${JSON.stringify(trouble.params)} ${trouble.raw ?? ''}`;
    const finding = found.get(same);
    if (finding) finding.about.push(trouble);
    else found.set(same, { trouble, about: [trouble] });
  }
  return [...found.values()];
}

/** Where a cause is mended, below the operation; nothing when no page does it. */
export function remedyOf(cause: Cause, troubles: readonly Trouble[]): string | undefined {
  const first = troubles[0];
  const place = first && placeOfProblem(first);
  if (!place || cause === 'again' || cause === 'support') return undefined;
  return remedyPath(place, troubles, { issuerId: first.issuer.id, clientId: first.client.id });
}
