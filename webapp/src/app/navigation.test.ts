import { fr } from '@openpmo/ui/i18n/fr';
import { describe, expect, it } from 'vitest';
import type { Operation, Option } from '../api/operations';
import { accessTo, entriesFor, menuFor, type NavigationContext, navigation, pathOf, shownIn } from './navigation';
import cases from './navigation.cases.json';

const everything = navigation.map((item) => item.permission);

const contextOf = (one: (typeof cases)[number], policy: string[] = everything): NavigationContext => ({
  features: one.features as NavigationContext['features'],
  policy,
});

describe('navigation', () => {
  it('has a case for every operator, engine, toggle and role', () => {
    const distinct = new Set(cases.map((c) => `${c.dso} ${c.engine} ${c.toggle} ${c.role}`));
    expect(distinct.size).toBe(6 * 2 * 2 * 4);
  });

  it.each(cases)('$dso $engine $toggle $role', (one) => {
    expect(entriesFor(contextOf(one)).map((item) => item.key)).toEqual(one.entries);
  });

  it('shows nothing without the visit right', () => {
    for (const one of cases) expect(entriesFor(contextOf(one, []))).toEqual([]);
  });

  it('shows only entries that have a page', () => {
    for (const one of cases) {
      for (const item of menuFor(contextOf(one), () => true)) expect(item.screen).toBeDefined();
      expect(menuFor(contextOf(one), () => false)).toEqual([]);
    }
  });

  it('has one label for each key', () => {
    for (const item of navigation) expect(fr.shell).toHaveProperty([item.label.replace('shell.', '')]);
  });
});

describe('shownIn', () => {
  const entries = entriesFor({ features: ['payment', 'invoices', 'expense'], policy: everything });
  const seen = (hidden?: Operation['view']) => shownIn({ view: hidden } as Operation, entries).map((item) => item.key);
  it('leaves out what the view of the operation names, and nothing else', () => {
    const all = entries.map((item) => item.key);
    expect(seen()).toEqual(all);
    expect(seen({ simple: true, chosen: false, hidden: ['PAYMENT', 'ACCOUNTING', 'SEASONS'], inUse: [] })).toEqual(
      all.filter((key) => key !== 'payment' && key !== 'accounting'),
    );
  });
  it('knows every option but those of pages', () => {
    const named = new Set(navigation.flatMap(({ option }) => option ?? []));
    const all = Object.keys(fr.enums).flatMap((key) => key.match(/^OperationOption\.(.+)$/)?.[1] ?? []);
    expect(all.filter((option) => !named.has(option as Option))).toEqual(['SEASONS', 'OWN_REFERENCES']);
  });
});

describe('accessTo', () => {
  const enedis: NavigationContext = {
    features: ['invoices'],
    policy: everything,
  };
  it('opens, hides and forbids', () => {
    expect(accessTo('billing/invoices', enedis)).toBe('open');
    expect(accessTo('billing/invoices-run', enedis)).toBe('hidden');
    expect(accessTo('billing/invoices', { ...enedis, policy: [] })).toBe('forbidden');
    expect(accessTo('billing/invoices', { ...enedis, features: [] })).toBe('hidden');
    expect(accessTo('no/such', enedis)).toBe('hidden');
  });
});

describe('pathOf', () => {
  const operation = { id: 'op', activeProducerId: 'p2', producers: [{ id: 'p1', name: 'A' }] } as unknown as Operation;
  it('leads participants to a producer and others to the operation', () => {
    const dashboard = { key: 'dashboard', path: 'dashboard' };
    expect(pathOf(dashboard, operation, 'participant')).toBe('/pmo/operations/op/dashboard/prod/p2');
    expect(pathOf(dashboard, operation, 'organizer')).toBe('/pmo/operations/op/dashboard');
    const { activeProducerId: _, ...without } = operation;
    expect(pathOf(dashboard, without as Operation, 'participant')).toBe('/pmo/operations/op/dashboard/prod/p1');
  });
});
