import type { ProblemItem, Schemas } from '@openpmo/sdk';
import type { ChargeForm, PlanForm, PlanInput } from './schema';
import { vatScale } from './schema';

type Plan = Schemas['Plan'];
type Charge = Schemas['Charge'];
type Usage = Schemas['Usage'];

/** The volumes that a plan can price: some operators also deliver them by register. */
export const usagesOf = ({ features }: Pick<Schemas['Operation'], 'features'>): Usage[] =>
  features.includes('registerVolumes')
    ? ['ENERGY', 'VOLUME_PARTAGE_HI', 'VOLUME_PARTAGE_LOW', 'VOLUME_PARTAGE_TH', 'INJECTION_PARTAGE']
    : ['ENERGY'];

/** Whether the operator tells network costs by site, in the file of each month. */
export const tellsCosts = ({ features }: Pick<Schemas['Operation'], 'features'>): boolean =>
  features.includes('registerVolumes');

/** A charge as the form begins it; the price is not a number until it is typed. */
export const newCharge = (type: ChargeForm['type'], name = ''): PlanInput['charges'][number] => ({
  name,
  type,
  ...(type === 'PER_UNIT' ? { usage: 'ENERGY' as const, option: 'BASE' as const } : {}),
  ...(type === 'PASS_THROUGH' ? { treatment: 'OWN_RATE' as const } : { price: Number.NaN }),
});

export const emptyPlan = (): PlanInput => ({
  name: '',
  description: '',
  period: 'MONTHLY',
  paymentMethod: 'transfer',
  paymentTerm: 30,
  charges: [newCharge('PER_UNIT')],
});

/** A stored plan as the form shows it. */
export const formOf = (plan: Plan): PlanInput => ({
  name: plan.name,
  description: plan.description ?? '',
  period: plan.period,
  paymentMethod: plan.paymentMethod ?? 'transfer',
  paymentTerm: plan.paymentTerm,
  charges: plan.charges.map((charge) => ({
    code: charge.code,
    name: charge.name ?? charge.code,
    type: charge.type,
    ...(charge.priceMicroEuro === undefined ? {} : { price: charge.priceMicroEuro }),
    ...(charge.vatTreatment ? { treatment: charge.vatTreatment } : {}),
    ...(charge.usage ? { usage: charge.usage, option: charge.pricingOption ?? 'BASE' } : {}),
    ...(charge.vatPercentage === undefined ? {} : { vat: Math.round(charge.vatPercentage * vatScale) }),
  })),
});

/** Only an energy is priced at some hours. */
const bySlot = (charge: ChargeForm): charge is ChargeForm & { option: 'PEAK' | 'OFF_PEAK' } =>
  charge.type === 'PER_UNIT' && charge.usage === 'ENERGY' && charge.option !== undefined && charge.option !== 'BASE';

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 36);

/** A code made of the name, different from those already taken. */
export function codeFor(name: string, taken: ReadonlySet<string>): string {
  const base = plain(name) || 'PRIX';
  for (let n = 1; ; n++) {
    const code = n === 1 ? base : `${base}_${n}`;
    if (!taken.has(code)) return code;
  }
}

/** The charges as the contract has them. Codes of stored charges stay. */
export function chargesOf(charges: readonly ChargeForm[]): Charge[] {
  const taken = new Set(charges.flatMap(({ code }) => (code ? [code] : [])));
  return charges.map((charge) => {
    const code = charge.code ?? codeFor(charge.name, taken);
    taken.add(code);
    return {
      code,
      name: charge.name,
      type: charge.type,
      ...(charge.type === 'PASS_THROUGH' ? { vatTreatment: charge.treatment } : { priceMicroEuro: charge.price }),
      ...(charge.type === 'PER_UNIT' && charge.usage ? { usage: charge.usage } : {}),
      ...(bySlot(charge) ? { pricingOption: charge.option } : {}),
      ...(charge.vat === undefined ? {} : { vatPercentage: charge.vat / vatScale }),
    };
  });
}

export const creationOf = (form: PlanForm): Schemas['PlanCreation'] => ({
  name: form.name,
  ...(form.description ? { description: form.description } : {}),
  period: form.period,
  paymentMethod: form.paymentMethod,
  paymentTerm: form.paymentTerm,
  charges: chargesOf(form.charges),
});

/** What is sent for a change; of an invoiced plan only name and description. */
export function updateOf(form: PlanForm, alreadyInvoiced: boolean): Schemas['PlanUpdate'] {
  const words = { name: form.name, description: form.description || null };
  if (alreadyInvoiced) return words;
  const { period, paymentMethod, paymentTerm } = form;
  return { ...words, period, paymentMethod, paymentTerm, charges: chargesOf(form.charges) };
}

const chargeFields: Record<string, string> = {
  code: 'name',
  priceMicroEuro: 'price',
  vatPercentage: 'vat',
  type: 'type',
  usage: 'usage',
  pricingOption: 'option',
  vatTreatment: 'treatment',
};

/** The field of the form that a problem of the server is about; rows count charges from 1. */
export function fieldOf({ field, row }: ProblemItem): string | undefined {
  if (!field) return undefined;
  if (!row) return field;
  const part = chargeFields[field];
  return part && `charges.${row - 1}.${part}`;
}
