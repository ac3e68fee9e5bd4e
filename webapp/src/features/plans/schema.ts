import { isDay } from '@openpmo/ui/formats/date';
import { z } from 'zod';

/** Micro-euros of one euro: prices have at most six decimals. */
export const priceScale = 1_000_000;
/** A tax rate is kept in hundredths of a percent while it is typed. */
export const vatScale = 100;

const chargeTypes = ['FIXED', 'PER_UNIT', 'PASS_THROUGH'] as const;
/** How costs that are passed on bear VAT. */
export const treatments = ['OWN_RATE', 'GROSS'] as const;
const usages = ['ENERGY', 'VOLUME_PARTAGE_HI', 'VOLUME_PARTAGE_LOW', 'VOLUME_PARTAGE_TH', 'INJECTION_PARTAGE'] as const;

const price = z
  .number({ error: 'plans.form.priceFormat' })
  .int('plans.form.priceFormat')
  .positive('errors.charge.priceInvalid')
  .max(1_000_000 * priceScale, 'plans.form.priceTooHigh');

const vat = z
  .number({ error: 'errors.field.range' })
  .min(0, 'errors.field.range')
  .max(100 * vatScale, 'errors.field.range');

export const chargeSchema = z
  .object({
    /** Kept from the stored plan; a new charge gets one from its name. */
    code: z.string().optional(),
    name: z.string().trim().min(1, 'plans.form.chargeNameRequired').max(120, 'plans.form.tooLong'),
    type: z.enum(chargeTypes),
    usage: z.enum(usages).optional(),
    /** Network costs have none: it is not a number there. */
    price: z.number().or(z.nan()).optional(),
    /** At which hours of the site an energy is priced. */
    option: z.enum(['BASE', 'PEAK', 'OFF_PEAK']).optional(),
    treatment: z.enum(treatments).optional(),
    vat: vat.optional(),
  })
  .check(({ value, issues }) => {
    if (value.type !== 'PASS_THROUGH') {
      const wrong = price.safeParse(value.price).error?.issues[0];
      if (wrong) issues.push({ code: 'custom', input: value.price, path: ['price'], message: wrong.message });
    } else if (value.treatment === 'GROSS' && value.vat === undefined) {
      issues.push({ code: 'custom', input: value.vat, path: ['vat'], message: 'errors.charge.grossRateRequired' });
    }
  });

export const planSchema = z.object({
  name: z.string().trim().min(1, 'errors.plan.nameRequired').max(120, 'plans.form.tooLong'),
  description: z.string().trim().max(1000, 'plans.form.tooLong'),
  period: z.enum(['MONTHLY', 'BIMONTHLY', 'QUARTERLY', 'TWICE_A_YEAR', 'YEARLY']),
  paymentMethod: z.enum(['transfer', 'debit', 'cheque', 'publicTreasuryPaymentOrder', 'publicTreasuryDebit']),
  paymentTerm: z
    .number({ error: 'plans.form.term' })
    .int('plans.form.term')
    .min(0, 'plans.form.term')
    .max(60, 'plans.form.term'),
  charges: z.array(chargeSchema).min(1, 'errors.plan.chargesRequired').max(20, 'plans.form.tooManyCharges'),
});

/** What is typed: numbers may be missing until the form is complete. */
export type PlanInput = z.input<typeof planSchema>;
export type PlanForm = z.output<typeof planSchema>;
export type ChargeForm = z.output<typeof chargeSchema>;

/** Other prices from a day on. Where they are those of a plan that there is, nothing is asked of name and prices. */
export const priceChangeSchema = (isNew: boolean) =>
  (isNew
    ? planSchema
    : planSchema.extend({ name: z.string(), charges: z.array(z.any()) as unknown as typeof planSchema.shape.charges })
  ).extend({
    startDate: z.string('plans.newPrice.startFormat').refine(isDay, 'plans.newPrice.startFormat'),
  });

export type PriceChangeInput = z.input<ReturnType<typeof priceChangeSchema>>;
export type PriceChangeForm = z.output<ReturnType<typeof priceChangeSchema>>;

export const pricingOptions = ['BASE', 'PEAK', 'OFF_PEAK'] as const;

export const periods = planSchema.shape.period.options;
