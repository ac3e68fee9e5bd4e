import type { Schemas } from '@openpmo/sdk';
import { addDays, addMonths, type Day } from '@openpmo/ui/formats/date';
import type { DayRange } from '../../design/period';

export type Job = Schemas['Job'];
export type CurveImport = Schemas['CurveImport'];
export type ImportResult = Schemas['CurveImportResult'];
export type ImportSite = Schemas['CurveImportSite'];
export type ImportProblem = Schemas['ProblemItem'];
export type Pulls = Schemas['CurvePulls'];
export type DroppedFile = Schemas['DroppedCurveFile'];
export type DefinitiveMonth = Schemas['DefinitiveMonth'];

/** The result of an import's job; nothing while there is none, or when it is of another kind. */
export function importResultOf(job: Pick<Job, 'result'> | undefined): ImportResult | undefined {
  const result = job?.result;
  return isImportResult(result) ? result : undefined;
}

function isImportResult(result: unknown): result is ImportResult {
  return (
    typeof result === 'object' &&
    result !== null &&
    'sites' in result &&
    Array.isArray(result.sites) &&
    'changedDays' in result &&
    typeof result.changedDays === 'number'
  );
}

/** Imports without the checks that came before them: those changed nothing. */
export const withoutChecks = (imports: readonly CurveImport[]): CurveImport[] =>
  imports.filter(({ dryRun }) => !dryRun);

/** Reasons that pass without anybody doing something about them. */
const passing = new Set(['drop.settling', 'drop.changing', 'drop.otherPartMissing']);

/** A file that is taken later by itself. */
export const waitsByItself = ({ problem }: Pick<DroppedFile, 'problem'>): boolean => passing.has(problem.key);

/** Which lines of a preview are shown. */
export const views = ['all', 'check', 'changed'] as const;
export type View = (typeof views)[number];

/** A line that somebody should look at before it is stored. */
export const needsLook = (site: ImportSite): boolean =>
  site.suspectedFactor !== undefined || site.missing > 0 || site.doubtful > 0;

export function linesOf(sites: readonly ImportSite[], view: View): readonly ImportSite[] {
  switch (view) {
    case 'all':
      return sites;
    case 'check':
      return sites.filter(needsLook);
    case 'changed':
      return sites.filter(({ changedDays }) => changedDays > 0);
    default:
      return view satisfies never;
  }
}

/** A curve of a month is one line; a prosumer has the same nature on both sides. */
export const lineId = (site: ImportSite, index: number): string =>
  `${site.dsoId} ${site.nature} ${site.month} ${index}`;

export interface Summary {
  sites: number;
  months: string[];
  milliWhOf: Partial<Record<Schemas['Nature'], number>>;
  missing: number;
  doubtful: number;
  suspected: number;
}

/** What files hold, in a few figures. */
export function summaryOf({ sites }: ImportResult): Summary {
  const milliWhOf: Summary['milliWhOf'] = {};
  for (const { nature, totalMilliWh } of sites) milliWhOf[nature] = (milliWhOf[nature] ?? 0) + totalMilliWh;
  const count = (of: (site: ImportSite) => number) => sites.reduce((sum, site) => sum + of(site), 0);
  return {
    sites: new Set(sites.map(({ dsoId }) => dsoId)).size,
    months: [...new Set(sites.map(({ month }) => month))].sort(),
    milliWhOf,
    missing: count(({ missing }) => missing),
    doubtful: count(({ doubtful }) => doubtful),
    suspected: count(({ suspectedFactor }) => (suspectedFactor ? 1 : 0)),
  };
}

/** What is left out of an import that is stored, told by its remarks. */
const leavesOut = new Set([
  'curve.leftOut',
  'reading.otherSites',
  'file.hiddenSheets',
  'upload.outsideMonth',
  'curve.siteSilent',
  'curve.natureOfSite',
]);

/** What an import leaves behind: steps without a value, and whose, and remarks of what was left out. */
export function leftBehind({ sites, warnings = [] }: ImportResult) {
  const lacking = sites.filter(({ missing }) => missing > 0);
  const remarks = warnings.filter(({ key }) => leavesOut.has(key)).length;
  return {
    any: lacking.length + remarks > 0,
    missing: lacking.reduce((sum, { missing }) => sum + missing, 0),
    sites: [...new Set(lacking.map(({ name, dsoId }) => name ?? dsoId))],
    months: [...new Set(lacking.map(({ month }) => month))].sort(),
    remarks,
  };
}

/** First day of a month written YYYY-MM. */
export const firstOf = (month: string): Day => `${month}-01`;

/** Last day of a month written YYYY-MM. */
export const lastOf = (month: string): Day => addDays(addMonths(firstOf(month), 1), -1);

/** Past months with provisional days that nobody declared yet, newest first. */
export function declarableMonths(
  provisional: readonly DayRange[],
  declared: readonly Pick<DefinitiveMonth, 'month'>[],
  today: Day,
): string[] {
  const months = new Set<string>();
  for (const { from, to } of provisional) {
    for (let day = firstOf(from.slice(0, 7)); day <= to; day = addMonths(day, 1)) months.add(day.slice(0, 7));
  }
  const known = new Set(declared.map(({ month }) => month));
  return [...months].filter((month) => lastOf(month) < today && !known.has(month)).sort((a, b) => (a < b ? 1 : -1));
}

/** Where the files of an import stand. */
export type Stage = 'choose' | 'checking' | 'refused' | 'preview' | 'importing' | 'held' | 'done' | 'failed';

/** An import that waits for a yes has failed as a job, and tells what it would have stored. */
const waitsForYes = (run: Pick<Job, 'status' | 'result'>): boolean =>
  run.status === 'FAILURE' && (importResultOf(run)?.suspectedCount ?? 0) > 0;

export function stageOf(
  check: Pick<Job, 'status'> | undefined,
  run: Pick<Job, 'status' | 'result'> | undefined,
): Stage {
  if (run && waitsForYes(run)) return 'held';
  if (run) return { PENDING: 'importing', SUCCESS: 'done', FAILURE: 'failed' }[run.status] as Stage;
  if (check) return { PENDING: 'checking', SUCCESS: 'preview', FAILURE: 'refused' }[check.status] as Stage;
  return 'choose';
}
