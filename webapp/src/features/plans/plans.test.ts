import type { Schemas } from '@openpmo/sdk';
import { describe, expect, it } from 'vitest';
import { chargesOf, codeFor, creationOf, emptyPlan, fieldOf, formOf, updateOf, usagesOf } from './plans';
import { type PlanForm, planSchema } from './schema';

const plan: Schemas['Plan'] = {
  id: 'p',
  operationId: 'o',
  name: 'Plan solaire',
  description: 'Local',
  period: 'QUARTERLY',
  paymentMethod: 'debit',
  paymentTerm: 15,
  alreadyInvoiced: false,
  subscriptionsNumber: 3,
  charges: [
    { code: 'E1', name: 'Énergie', type: 'PER_UNIT', usage: 'ENERGY', priceMicroEuro: 123_400, vatPercentage: 5.5 },
    { code: 'ABO', type: 'FIXED', priceMicroEuro: 2_000_000 },
  ],
};

const form = (part: Partial<PlanForm> = {}): PlanForm => ({ ...planSchema.parse(formOf(plan)), ...part });

describe('plan form', () => {
  it('gives back the plan it was made of', () => {
    expect(updateOf(form(), false)).toEqual({
      name: 'Plan solaire',
      description: 'Local',
      period: 'QUARTERLY',
      paymentMethod: 'debit',
      paymentTerm: 15,
      charges: [
        { code: 'E1', name: 'Énergie', type: 'PER_UNIT', usage: 'ENERGY', priceMicroEuro: 123_400, vatPercentage: 5.5 },
        { code: 'ABO', name: 'ABO', type: 'FIXED', priceMicroEuro: 2_000_000 },
      ],
    });
  });

  it('sends only the words of an invoiced plan, and clears an emptied description', () => {
    expect(updateOf(form({ name: 'Neuf', description: '' }), true)).toEqual({ name: 'Neuf', description: null });
  });

  it('leaves an empty description out of a creation', () => {
    expect(creationOf(form({ description: '' }))).not.toHaveProperty('description');
  });

  it('drops the usage of a charge that became monthly', () => {
    const [charge] = chargesOf([{ name: 'Abonnement', type: 'FIXED', usage: 'ENERGY', price: 1 }]);
    expect(charge).toEqual({ code: 'ABONNEMENT', name: 'Abonnement', type: 'FIXED', priceMicroEuro: 1 });
  });

  it('passes network costs on without a price, and asks for the rate that is within them', () => {
    const costs = { name: 'Réseau', type: 'PASS_THROUGH' as const, treatment: 'GROSS' as const };
    const { error } = planSchema.safeParse(form({ charges: [costs] }));
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['charges.0.vat', 'errors.charge.grossRateRequired'],
    ]);
    const [charge] = chargesOf([{ ...costs, vat: 2100 }]);
    expect(charge).toEqual({
      code: 'RESEAU',
      name: 'Réseau',
      type: 'PASS_THROUGH',
      vatTreatment: 'GROSS',
      vatPercentage: 21,
    });
    expect(formOf({ ...plan, charges: charge ? [charge] : [] }).charges).toEqual([
      { code: 'RESEAU', ...costs, vat: 2100 },
    ]);
  });

  it('refuses a plan without name or price', () => {
    const { error } = planSchema.safeParse(emptyPlan());
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['name', 'errors.plan.nameRequired'],
      ['charges.0.name', 'plans.form.chargeNameRequired'],
      ['charges.0.price', 'plans.form.priceFormat'],
    ]);
  });
});

describe('prices', () => {
  it.each([
    [Number.NaN, 'plans.form.priceFormat'], // as typed 0,1234567 or abc
    [0, 'errors.charge.priceInvalid'],
    [-1, 'errors.charge.priceInvalid'],
    [1_000_000_000_001, 'plans.form.priceTooHigh'],
    [1_000_000_000_000, undefined],
    [1, undefined],
  ])('%s micro-euros: %s', (price, message) => {
    const { error } = planSchema.safeParse(
      form({ charges: [{ name: 'É', type: 'PER_UNIT', usage: 'ENERGY', price }] }),
    );
    expect(error?.issues[0]?.message).toBe(message);
  });
});

describe('codes of charges', () => {
  it.each([
    ['Énergie partagée', [], 'ENERGIE_PARTAGEE'],
    ['Énergie', ['ENERGIE'], 'ENERGIE_2'],
    ['Énergie', ['ENERGIE', 'ENERGIE_2'], 'ENERGIE_3'],
    ['€', [], 'PRIX'],
  ])('%s beside %j is %s', (name, taken, code) => expect(codeFor(name, new Set(taken))).toBe(code));

  it('differ for two charges of one name, and spare the stored ones', () => {
    const same = { name: 'Frais', type: 'FIXED', price: 1 } as const;
    expect(chargesOf([same, { ...same, code: 'FRAIS' }, same]).map(({ code }) => code)).toEqual([
      'FRAIS_2',
      'FRAIS',
      'FRAIS_3',
    ]);
  });
});

describe('problems of the server', () => {
  it.each([
    [{ key: 'k', field: 'name' }, 'name'],
    [{ key: 'k', field: 'priceMicroEuro', row: 2 }, 'charges.1.price'],
    [{ key: 'k', field: 'code', row: 1 }, 'charges.0.name'],
    [{ key: 'k', field: 'nothing', row: 1 }, undefined],
    [{ key: 'k' }, undefined],
  ])('%j belongs to %s', (item, field) => expect(fieldOf(item)).toBe(field));
});

it('offers registers where the operation has their volumes', () => {
  expect(usagesOf({ features: ['plans'] })).toEqual(['ENERGY']);
  expect(usagesOf({ features: ['registerVolumes'] })).toContain('VOLUME_PARTAGE_HI');
});
