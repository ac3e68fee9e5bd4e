import type { Schemas } from '@openpmo/sdk';

export const units = ['W', 'KW', 'MW', 'WH', 'KWH', 'MWH'] as const;
export const natures = ['Conso', 'Prod', 'Autoconso', 'Surplus', 'ProdExt', 'ConsExt'] as const;
export const zones = ['LEGAL', 'UTC_PLUS_1', 'UTC'] as const;
export const labels = ['START', 'END'] as const;
export const dateOrders = ['DMY', 'MDY', 'YMD'] as const;
export const decimalMarks = ['POINT', 'COMMA'] as const;
export const lastLines = ['WHOLE', 'CUT'] as const;
export const meterIndexes = ['VALUES', 'INDEX'] as const;
export const stepChanges = ['ROWS_MISSING', 'NEW_STEP'] as const;

export type FileRead = Schemas['FileUnderstanding'];
export type FileMapping = Schemas['FileMapping'];
export type FileColumn = Schemas['FileColumn'];
export type FileAnswers = Schemas['FileAnswers'];
export type ColumnAnswer = Schemas['ColumnAnswer'];
export type QuestionKind = Schemas['FileQuestionKind'];

/** What somebody says about a file, and whether it is kept for files like it. */
export interface Draft {
  answers: FileAnswers;
  remember: boolean;
  name: string;
}

export type Drafts = Readonly<Record<string, Draft>>;

/** Only files of an unusual layout leave something open. */
export const isUnusual = (file: FileRead): boolean => file.fingerprint !== undefined;

/** A file, or a sheet of a workbook, which is understood on its own. */
export const keyOf = ({ fileName, sheet }: FileRead): string => (sheet ? `${fileName}/${sheet}` : fileName);

export const openFiles = (files: readonly FileRead[]): FileRead[] =>
  files.filter(({ questions }) => questions.length > 0);

export const asks = (file: FileRead, kind: QuestionKind): boolean => file.questions.some((one) => one.kind === kind);

/** A first draft takes over what is likely: it stands on screen and holds once it is sent. */
export function draftOf(file: FileRead): Draft {
  const answers: FileAnswers = {};
  let columns: readonly ColumnAnswer[] = [];
  for (const { kind, column, suggested } of file.questions) {
    if (suggested === undefined) continue;
    if (kind === 'LABELS') answers.labels = suggested as NonNullable<FileAnswers['labels']>;
    if (kind === 'ZONE') answers.zone = suggested as NonNullable<FileAnswers['zone']>;
    if (kind === 'DATE_ORDER') answers.dateOrder = suggested as NonNullable<FileAnswers['dateOrder']>;
    if (column === undefined) continue;
    if (kind === 'SITE') columns = withColumn(columns, { index: column, dsoId: suggested });
    if (kind === 'NATURE') columns = withColumn(columns, { index: column, nature: suggested as Schemas['Nature'] });
  }
  if (columns.length > 0) answers.columns = [...columns];
  return { answers, remember: false, name: file.fileName.replace(/\.\w+$/, '') };
}

/** What was said of a file, with what is likely for the questions that came since. */
export function draftFor(drafts: Drafts, file: FileRead): Draft {
  const likely = draftOf(file);
  const draft = drafts[keyOf(file)];
  return draft ? { ...draft, answers: { ...likely.answers, ...draft.answers } } : likely;
}

/** What was said of columns, with more about one of them. */
export function withColumn(columns: readonly ColumnAnswer[], said: ColumnAnswer): ColumnAnswer[] {
  const before = columns.find(({ index }) => index === said.index);
  return [...columns.filter(({ index }) => index !== said.index), { ...before, ...said }].sort(
    (a, b) => a.index - b.index,
  );
}

/** A column with what was said of it. */
export function columnOf(column: FileColumn, answers: FileAnswers): FileColumn {
  const said = answers.columns?.find(({ index }) => index === column.index);
  return { ...column, ...without(said ?? {}, undefined) };
}

/** A column with what was said of it. One whose site alone is asked is taken, unless somebody leaves it out. */
export function askedColumn(file: FileRead, column: FileColumn, answers: FileAnswers): FileColumn {
  const taken = !asks(file, 'COLUMNS') && file.questions.some((one) => one.column === column.index);
  return columnOf(taken && column.role === undefined ? { ...column, role: 'VALUE' } : column, answers);
}

/** Columns that hold numbers: those that may be taken. */
export const numberColumns = (file: FileRead): FileColumn[] =>
  file.columns.filter(
    ({ role, samples }) => (role === undefined || role === 'VALUE' || role === 'IGNORED') && samples.length > 0,
  );

/** The one column of values; nothing where there are more, or where that is the question. */
export function onlyColumn(file: FileRead): FileColumn | undefined {
  const values = file.columns.filter(({ role }) => role === 'VALUE');
  return values.length === 1 && !asks(file, 'COLUMNS') ? values[0] : undefined;
}

/** The answers of an import, each for its file. */
export const answersOf = (files: readonly FileRead[], drafts: Drafts): FileAnswers[] =>
  files.filter(isUnusual).map((file) => ({
    ...without(draftFor(drafts, file).answers, undefined),
    fileName: file.fileName,
    ...(file.sheet && { sheet: file.sheet }),
  }));

/** What is kept for files like this one: nothing of this file alone, and a site only where its heading names it. */
export function keptAnswers(file: FileRead, { answers }: Draft): FileAnswers {
  const {
    year: _year,
    fileName: _file,
    sheet: _sheet,
    lastLine: _last,
    meterIndex: _meter,
    leaveOut: _left,
    columns,
    ...rest
  } = answers;
  if (!columns) return rest;
  const named = (index: number) => file.columns.find((one) => one.index === index)?.names;
  const kept = columns.map(({ dsoId, ...column }) =>
    dsoId === undefined || dsoId === named(column.index)
      ? without({ ...column, dsoId }, undefined)
      : { ...column, role: column.role ?? 'VALUE' },
  );
  return { ...rest, columns: kept as ColumnAnswer[] };
}

/** What a mapping says in a few words: each once, the whole file before its columns. */
export function savedWords({ answers }: FileMapping) {
  const columns = (answers.columns ?? []).filter(({ role }) => role !== 'IGNORED');
  const once = <T>(whole: T | undefined, each: readonly (T | undefined)[]): T[] =>
    [...new Set([whole, ...each])].filter((one): one is T => one !== undefined);
  return {
    dateOrder: answers.dateOrder,
    zone: answers.zone,
    labels: answers.labels,
    stepChange: answers.stepChange,
    natures: once(
      answers.nature,
      columns.map(({ nature }) => nature),
    ),
    units: once(
      answers.unit,
      columns.map(({ unit }) => unit),
    ),
    sites: once(
      undefined,
      columns.map(({ dsoId }) => dsoId || undefined),
    ),
  };
}

/** The columns that a mapping speaks of, as the header names them. */
export const columnsOf = ({ answers, header = [] }: FileMapping): FileColumn[] =>
  (answers.columns ?? []).map((column) => ({ header: header[column.index] ?? '', samples: [], ...column }));

/** Answers without what is left open. */
export const spokenAnswers = (answers: FileAnswers): FileAnswers => {
  const whole = without(answers, undefined);
  return answers.columns ? { ...whole, columns: answers.columns.map((one) => without(one, undefined)) } : whole;
};

function without<T extends object>(object: T, nothing: undefined): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== nothing && value !== '')) as T;
}
