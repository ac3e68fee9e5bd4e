import type { Schemas } from '@openpmo/sdk';
import type { BillingConfig, BillingContract } from './queries';
import type { ConfigForm, ConfigInput } from './schema';

const sameIds = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id) => b.includes(id));

/** Whether a change deletes the contracts of a config and makes them anew (specification section 4). */
export const recreates = (
  before: BillingConfig,
  after: Partial<Pick<ConfigInput, 'startDate' | 'producers' | 'consumers'>>,
): boolean =>
  after.startDate !== before.startDate ||
  !sameIds(after.producers ?? [], before.producers) ||
  !sameIds(after.consumers ?? [], before.consumers);

/** A stored config as the form shows it; a new one begins with the next month. */
export const formOf = (config: BillingConfig): ConfigInput => ({
  producers: [...config.producers],
  consumers: [...config.consumers],
  startDate: config.startDate,
  sellingPrice: config.sellingPriceMicroEuro,
  subscriptionPrice: config.subscriptionPriceMicroEuro,
  period: String(config.period) as ConfigInput['period'],
  anniversary: config.anniversary,
  paymentMethod: config.paymentMethod,
  paymentDeadline: config.paymentDeadline,
});

export const creationOf = (form: ConfigForm): Schemas['BillingConfigCreation'] => ({
  producers: form.producers,
  consumers: form.consumers,
  startDate: form.startDate,
  sellingPriceMicroEuro: form.sellingPrice,
  subscriptionPriceMicroEuro: form.subscriptionPrice,
  period: Number(form.period) as Schemas['BillingPeriodicity'],
  ...(form.anniversary ? { anniversary: form.anniversary } : {}),
  paymentMethod: form.paymentMethod,
  paymentDeadline: form.paymentDeadline,
});

/** The fields that differ; sides and start only where they do, since another one makes contracts anew. */
export function updateOf(form: ConfigForm, before: BillingConfig): Schemas['BillingConfigUpdate'] {
  const { producers, consumers, ...rest } = creationOf(form);
  const changed = Object.entries(rest).filter(([field, value]) => value !== before[field as keyof BillingConfig]);
  return {
    ...(sameIds(producers, before.producers) ? {} : { producers }),
    ...(sameIds(consumers, before.consumers) ? {} : { consumers }),
    ...Object.fromEntries(changed),
  };
}

/** The day on which the next contract of the same two begins, if there is one: a contract has no end of its own. */
export function endsBefore(contract: BillingContract, all: readonly BillingContract[]): string | undefined {
  const later = all
    .filter(
      ({ producerId, consumerId, startDate }) =>
        producerId === contract.producerId && consumerId === contract.consumerId && startDate > contract.startDate,
    )
    .map(({ startDate }) => startDate);
  return later.sort()[0];
}
