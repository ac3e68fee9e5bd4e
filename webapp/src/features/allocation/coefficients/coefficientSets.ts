import type { Schemas } from '@openpmo/sdk';
import { addMonths } from '@openpmo/ui/formats/date';

export type CoefficientMonth = Schemas['CoefficientMonth'];
export type CoefficientSet = Schemas['CoefficientSet'];
export type CoefficientStatus = Schemas['CoefficientStatus'];
export type StepStatus = Schemas['CoefficientStep']['status'];

/** The way of a set to the operator, in its order. */
export const way = ['PREPARED', 'SENT', 'ACKNOWLEDGED', 'APPLIED'] as const satisfies readonly CoefficientStatus[];

/** Whether a state is one that people record. */
export const isStep = (status: CoefficientStatus): status is StepStatus =>
  status !== 'PREPARED' && status !== 'SUPERSEDED';

/** Whether key, curves or sites have changed since the set was made. */
export const isOutdated = ({ outdated = [] }: CoefficientSet): boolean => outdated.length > 0;

/** Where a month stands, for its chip and for the order of what is to be done. */
export type MonthState = 'notNeeded' | 'late' | 'toMake' | CoefficientStatus;

export function monthState({ needed, late, current, sent }: CoefficientMonth): MonthState {
  if (sent) return sent.status;
  if (current && current.status !== 'PREPARED' && current.status !== 'REFUSED') return current.status;
  if (!needed && !current) return 'notNeeded';
  if (late) return 'late';
  return current?.status ?? 'toMake';
}

/** The month that the page opens: the oldest that waits for somebody, else the newest with a set. */
export function monthToOpen(months: readonly CoefficientMonth[]): string | undefined {
  const waits = (month: CoefficientMonth) => ['late', 'PREPARED', 'REFUSED'].includes(monthState(month));
  return (months.filter(waits).at(-1) ?? months.find(({ current }) => current))?.month ?? months[0]?.month;
}

const months = 11;

/** The last twelve months, this one included, as whole months. */
export function sendingPeriod(today: string): { dateFrom: string; dateTo: string } {
  const first = `${today.slice(0, 7)}-01`;
  const next = addMonths(first, 1);
  const last = new Date(`${next}T00:00:00Z`);
  last.setUTCDate(last.getUTCDate() - 1);
  return { dateFrom: addMonths(first, -months), dateTo: last.toISOString().slice(0, 10) };
}

export interface SiteDifference {
  id: string;
  name: string;
  now: number | undefined;
  before: number | undefined;
  /** Percentage points; undefined where a site is only on one side. */
  change: number | undefined;
}

/** The sites of one producer's file, or of the one file for all production (id ''). */
export interface ProducerDifferences {
  id: string;
  name: string;
  rows: SiteDifference[];
  /** The largest change of a site, in percentage points. */
  largest: number;
}

/** The files of a set beside those of the month before, the one with the largest change first. */
export function differencesByProducer({ sites }: Schemas['CoefficientDifference']): ProducerDifferences[] {
  const names = new Map(sites.map(({ producerId = '', producerName = '' }) => [producerId, producerName]));
  return [...names]
    .map(([id, name]): ProducerDifferences => {
      const rows = siteDifferences(sites.filter(({ producerId = '' }) => producerId === id));
      return { id, name, rows, largest: rows[0] ? sizeOf(rows[0]) : 0 };
    })
    .sort((a, b) => b.largest - a.largest || a.name.localeCompare(b.name, 'fr', { numeric: true }));
}

// A site that came or went is a change of all it has.
const sizeOf = ({ now, before }: SiteDifference) => Math.abs((now ?? 0) - (before ?? 0));

/** Sites beside the month before, the largest change first. */
export function siteDifferences(sites: readonly Schemas['SiteCoefficient'][]): SiteDifference[] {
  const rows = sites.map((site): SiteDifference => {
    const [now, before] = [site.percentageProduction, site.previousPercentageProduction];
    const change = now === undefined || before === undefined ? undefined : now - before;
    return { id: site.participantId, name: site.name, now, before, change };
  });
  return rows.sort((a, b) => sizeOf(b) - sizeOf(a) || a.name.localeCompare(b.name, 'fr', { numeric: true }));
}
