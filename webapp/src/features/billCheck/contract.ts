import type { Schemas } from '@openpmo/sdk';
import type { PriceConfig } from './queries';

type ContractType = Schemas['ContractType'];

export const contractTypes = ['BASE', 'DOUBLE_PRICE', 'QUADRUPLE_PRICE'] as const satisfies readonly ContractType[];
export const consumerTypes = ['individual', 'professional'] as const satisfies readonly Schemas['ConsumerType'][];

/** The prices of each contract type, as the contract of the interface calls them. */
export const pricesOf = {
  BASE: ['baseMicroEuro'],
  DOUBLE_PRICE: ['peakMicroEuro', 'offPeakMicroEuro'],
  QUADRUPLE_PRICE: ['summerPeakMicroEuro', 'summerOffPeakMicroEuro', 'winterPeakMicroEuro', 'winterOffPeakMicroEuro'],
} as const satisfies Record<ContractType, readonly (keyof PriceConfig)[]>;

export type PriceField = (typeof pricesOf)[ContractType][number];

/** The energy that each price is for. */
export const slotOf: Record<PriceField, Schemas['EconomySlot']> = {
  baseMicroEuro: 'BASE',
  peakMicroEuro: 'PEAK',
  offPeakMicroEuro: 'OFF_PEAK',
  summerPeakMicroEuro: 'SUMMER_PEAK',
  summerOffPeakMicroEuro: 'SUMMER_OFF_PEAK',
  winterPeakMicroEuro: 'WINTER_PEAK',
  winterOffPeakMicroEuro: 'WINTER_OFF_PEAK',
};

export const hours = ['peakHourStart', 'offPeakHourStart'] as const;
export type HourField = (typeof hours)[number];

/** What is typed: a price that cannot be read is NaN, an hour that is not told is empty. */
export type ContractForm = {
  consumerType?: Schemas['ConsumerType'] | undefined;
  contractType?: ContractType | undefined;
  isOnTRV: boolean;
} & { [P in PriceField]?: number | undefined } & { [H in HourField]?: string | undefined };

/** Which prices and hours a form asks for: none of the prices that the regulated tariff says. */
export function fieldsOf({ contractType, isOnTRV }: Pick<ContractForm, 'contractType' | 'isOnTRV'>) {
  const prices: readonly PriceField[] = contractType && !isOnTRV ? pricesOf[contractType] : [];
  return { prices, hours: contractType && contractType !== 'BASE' ? hours : [] };
}

export function formOf({ participantId: _, version: __, updatedAt: ___, ...told }: PriceConfig): ContractForm {
  return told;
}

/** What a form sends: the fields that it shows. What was told of another contract type stays as it is. */
export function updateOf(form: ContractForm): Schemas['PriceConfigUpdate'] {
  const shown = fieldsOf(form);
  return {
    ...(form.consumerType ? { consumerType: form.consumerType } : {}),
    ...(form.contractType ? { contractType: form.contractType } : {}),
    isOnTRV: form.isOnTRV,
    ...Object.fromEntries(shown.prices.map((name) => [name, form[name] ?? null])),
    ...Object.fromEntries(shown.hours.map((name) => [name, form[name] || null])),
  };
}
