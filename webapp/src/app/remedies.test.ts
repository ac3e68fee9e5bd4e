import { fr } from '@openpmo/ui/i18n/fr';
import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { placeOfProblem, places, remedies, remedyPath } from '../design/remedies';
import { routesOf } from './router';

const routes = routesOf();

describe('the table of remedies', () => {
  it('knows errors that people read only', () => {
    expect(Object.keys(remedies).filter((key) => !Object.hasOwn(fr.errors, key))).toEqual([]);
  });

  it('leads to pages of an operation only', () => {
    for (const { path } of Object.values(places)) {
      const found = matchRoutes(routes, `/pmo/operations/0199b0aa/${path.split('?')[0]}`) ?? [];
      expect(found.length, path).toBeGreaterThan(0);
      expect(
        found.map(({ route }) => route.path),
        path,
      ).not.toContain('*');
    }
  });

  it('leads to the party, and to the months of the days, that a problem is about', () => {
    const missing = { key: 'measurements.missing', params: { days: ['2026-10-30', '2026-09-02'] } };
    expect(placeOfProblem(missing)).toBe('days');
    expect(remedyPath('days', [missing])).toBe('dashboard?from=2026-09-01&to=2026-10-31');
    expect(remedyPath('pairs', [missing])).toBe('productionDistribution?tab=drift&from=2026-09-01&to=2026-10-31');
    expect(remedyPath('days', [])).toBe('dashboard');
    expect(remedyPath('issuers', [], { issuerId: 'i', clientId: 'c' })).toBe(
      'billing/subscriptions?tab=issuers&party=i',
    );
    expect(remedyPath('clients', [], { issuerId: 'i', clientId: 'c' })).toBe(
      'billing/subscriptions?tab=clients&party=c',
    );
    expect(placeOfProblem({ key: 'toString' })).toBeUndefined();
  });
});
