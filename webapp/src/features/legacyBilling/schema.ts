import { isDay } from '@openpmo/ui/formats/date';
import { z } from 'zod';

/** Micro-euros of one euro. */
export const priceScale = 1_000_000;

const day = z.string({ error: 'legacyBilling.form.dayRequired' }).refine(isDay, 'errors.date.invalid');

const price = (most: number) =>
  z
    .number({ error: 'legacyBilling.form.price' })
    .int('legacyBilling.form.price')
    .min(0, 'legacyBilling.form.price')
    .max(most * priceScale, 'legacyBilling.form.priceTooHigh');

export const periods = ['1', '2', '3', '4', '6', '12'] as const;

export const configSchema = z.object({
  producers: z.array(z.string()).min(1, 'legacyBilling.form.producerRequired'),
  consumers: z.array(z.string()).min(1, 'legacyBilling.form.consumerRequired'),
  startDate: day,
  sellingPrice: price(10),
  subscriptionPrice: price(10_000),
  period: z.enum(periods),
  anniversary: day.optional(),
  paymentMethod: z.enum(['transfer', 'debit', 'cheque', 'publicTreasuryPaymentOrder', 'publicTreasuryDebit']),
  paymentDeadline: z
    .number({ error: 'legacyBilling.form.deadline' })
    .int('legacyBilling.form.deadline')
    .min(0, 'legacyBilling.form.deadline')
    .max(120, 'legacyBilling.form.deadline'),
});

export type ConfigInput = z.input<typeof configSchema>;
export type ConfigForm = z.output<typeof configSchema>;
export const paymentMethods = configSchema.shape.paymentMethod.options;

export const contractSchema = z.object({
  configId: z.string({ error: 'legacyBilling.form.configRequired' }).min(1, 'legacyBilling.form.configRequired'),
  producerId: z.string({ error: 'legacyBilling.form.producerRequired' }).min(1, 'legacyBilling.form.producerRequired'),
  consumerId: z.string({ error: 'legacyBilling.form.consumerRequired' }).min(1, 'legacyBilling.form.consumerRequired'),
  startDate: day,
});

export type ContractInput = z.input<typeof contractSchema>;
export type ContractForm = z.output<typeof contractSchema>;

export const nameSchema = z.object({
  documentName: z.string().trim().min(1, 'legacyBilling.form.nameRequired').max(120, 'legacyBilling.form.nameTooLong'),
});

export type NameForm = z.output<typeof nameSchema>;
