import { describe, expect, it } from 'vitest';
import { jobPath, jobWords } from './jobPath';

describe('a job of the tray', () => {
  it.each([
    ['curveImport', '/pmo/operations/o/imports/j', 'jobs.kind.curveImport'],
    ['billRun', '/pmo/operations/o/runs/j', 'jobs.kind.billRun'],
    ['keyReplay', '/pmo/operations/o/productionDistribution', 'jobs.kind.keyReplay'],
    ['lampCheck', '/pmo/operations/o', 'jobs.kind.other'],
  ])('%s leads to %s', (kind, path, words) => {
    expect(jobPath({ kind, id: 'j', operationId: 'o' })).toBe(path);
    expect(jobWords(kind)).toBe(words);
  });
});
