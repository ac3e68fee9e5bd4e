import { describe, expect, it } from 'vitest';
import {
  answersOf,
  askedColumn,
  columnOf,
  draftFor,
  draftOf,
  type FileRead,
  keptAnswers,
  onlyColumn,
  withColumn,
} from './fileAnswers';

const file: FileRead = {
  fileName: 'onduleur.csv',
  format: 'TABLE',
  fingerprint: '5d41402abc4b2a76b9719d911017c592',
  notes: [],
  columns: [
    { index: 0, header: 'Date', samples: ['01.10. 00:00'], role: 'DATE_TIME' },
    { index: 1, header: 'P', samples: ['1,5'], role: 'VALUE' },
  ],
  questions: [
    { kind: 'YEAR' },
    { kind: 'LABELS', options: ['START', 'END'], suggested: 'START' },
    { kind: 'SITE', column: 1, suggested: '99100000000013' },
    { kind: 'NATURE', column: 1, suggested: 'Prod' },
  ],
};

describe('answers about files', () => {
  it('begin with what is likely, and nothing else', () => {
    expect(draftOf(file).answers).toEqual({
      labels: 'START',
      columns: [{ index: 1, dsoId: '99100000000013', nature: 'Prod' }],
    });
    expect(draftOf(file).name).toBe('onduleur');
    expect(onlyColumn(file)?.index).toBe(1);
  });

  it('stay over what is likely, and go out with the name of their file', () => {
    const drafts = { 'onduleur.csv': { ...draftOf(file), answers: { year: 2025, labels: 'END' as const } } };
    expect(draftFor(drafts, file).answers).toMatchObject({ year: 2025, labels: 'END' });
    expect(answersOf([file, { ...file, fingerprint: undefined } as unknown as FileRead], drafts)).toEqual([
      expect.objectContaining({ fileName: 'onduleur.csv', year: 2025 }),
    ]);
  });

  it('gather by column', () => {
    const said = withColumn(withColumn([{ index: 3, unit: 'W' }], { index: 1, role: 'VALUE' }), {
      index: 1,
      nature: 'Prod',
    });
    expect(said).toEqual([
      { index: 1, role: 'VALUE', nature: 'Prod' },
      { index: 3, unit: 'W' },
    ]);
    expect(columnOf({ index: 3, header: 'P', samples: [], unit: 'KW' }, { columns: said }).unit).toBe('W');
  });

  it('leave lines that are further apart to who knows, and keep what was said', () => {
    const apart: FileRead = { ...file, questions: [{ kind: 'STEP_CHANGE', options: ['NEW_STEP', 'ROWS_MISSING'] }] };
    expect(draftOf(apart).answers).toEqual({});
    const said = { ...draftOf(apart), answers: { stepChange: 'ROWS_MISSING' as const } };
    expect(answersOf([apart], { 'onduleur.csv': said })).toEqual([
      { fileName: 'onduleur.csv', stepChange: 'ROWS_MISSING' },
    ]);
    expect(keptAnswers(apart, said)).toEqual({ stepChange: 'ROWS_MISSING' });
  });

  it('take a column whose site alone is asked, beside those of participants', () => {
    const named: FileRead = {
      ...file,
      columns: [...file.columns, { index: 2, header: 'Piscine', samples: ['2'] }],
      questions: [{ kind: 'SITE', column: 2 }],
    };
    const asked = named.columns[2] as FileRead['columns'][number];
    expect(askedColumn(named, asked, {}).role).toBe('VALUE');
    expect(askedColumn(named, asked, { columns: [{ index: 2, role: 'IGNORED' }] }).role).toBe('IGNORED');
    const which: FileRead = { ...named, questions: [{ kind: 'COLUMNS', options: ['2'] }, ...named.questions] };
    expect(askedColumn(which, asked, {}).role).toBeUndefined();
  });

  it('are kept without what is of this file alone, and with the site only where its heading names it', () => {
    const draft = {
      ...draftOf(file),
      answers: { ...draftOf(file).answers, year: 2025, lastLine: 'CUT' as const, unit: 'KW' as const },
    };
    expect(keptAnswers(file, draft)).toEqual({
      labels: 'START',
      unit: 'KW',
      columns: [{ index: 1, role: 'VALUE', nature: 'Prod' }],
    });
    const columns = file.columns.map((column) => ({ ...column, names: '99100000000013' }));
    expect(keptAnswers({ ...file, columns }, draft).columns).toEqual([
      { index: 1, dsoId: '99100000000013', nature: 'Prod' },
    ]);
  });

  it('are those of one sheet of a workbook', () => {
    const sheet: FileRead = { ...file, fileName: 'etude.xlsx', sheet: 'Injection' };
    const drafts = { 'etude.xlsx/Injection': { ...draftOf(sheet), answers: { leaveOut: true } } };
    expect(answersOf([sheet, { ...sheet, sheet: 'Soutirage' }], drafts)).toEqual([
      expect.objectContaining({ fileName: 'etude.xlsx', sheet: 'Injection', leaveOut: true }),
      expect.not.objectContaining({ leaveOut: true }),
    ]);
  });
});
