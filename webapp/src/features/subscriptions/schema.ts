import { isDay } from '@openpmo/ui/formats/date';
import { z } from 'zod';

const day = z
  .string({ error: 'subscriptions.form.startRequired' })
  .refine((value) => isDay(value), 'errors.date.invalid');

/**
 * A plan for many pairs: every chosen consumer with every chosen producer, or pairs that are given. Where
 * nobody sells, producers are paid for what they share.
 */
export const subscribeSchema = z
  .object({
    planId: z.string({ error: 'subscriptions.form.planRequired' }).min(1, 'subscriptions.form.planRequired'),
    seller: z.enum(['producers', 'operation', 'none']),
    given: z.boolean(),
    consumerIds: z.array(z.string()),
    producerIds: z.array(z.string()),
    startDate: day,
    endDate: day.optional(),
  })
  .refine(({ given, seller, consumerIds }) => given || seller === 'none' || consumerIds.length > 0, {
    path: ['consumerIds'],
    message: 'errors.subscription.consumerRequired',
  })
  .refine(({ given, seller, producerIds }) => given || seller === 'operation' || producerIds.length > 0, {
    path: ['producerIds'],
    message: 'subscriptions.form.producerRequired',
  })
  .refine(({ startDate, endDate }) => endDate === undefined || endDate >= startDate, {
    path: ['endDate'],
    message: 'errors.subscription.datesReversed',
  });

export type SubscribeInput = z.input<typeof subscribeSchema>;
export type SubscribeForm = z.output<typeof subscribeSchema>;
