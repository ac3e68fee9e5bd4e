import { describe, expect, it } from 'vitest';
import { readMandates, template } from './mandateFile';

describe('a list of mandates', () => {
  it('has its columns in any order, with any separator, as spreadsheets write it', () => {
    const row = { mandateId: 'SOLEIL-1', debtorName: 'Martin, "Anne"', iban: 'FR76' };
    expect(readMandates('\uFEFFmandateId;debtorName;iban\r\nSOLEIL-1;"Martin, ""Anne""";FR76\r\n\r\n')).toEqual({
      rows: [row],
    });
    expect(readMandates('iban,debtorName,mandateId\nFR76,"Martin, ""Anne""",SOLEIL-1')).toEqual({ rows: [row] });
    expect(readMandates('iban\tmandateId\nFR76\t\n')).toEqual({ rows: [{ iban: 'FR76' }] });
    expect(readMandates('iban\n"a\nb"')).toEqual({ rows: [{ iban: 'a\nb' }] });
  });

  it('names a column that is none, or there twice', () => {
    expect(readMandates('iban;rum\nx;y')).toEqual({ unknown: 'rum' });
    expect(readMandates('iban;iban\nx;y')).toEqual({ twice: 'iban' });
    expect(readMandates(template)).toEqual({ rows: [] });
  });
});
