import type { Schemas } from '@openpmo/sdk';

type Rules<T> = { [K in keyof Required<T>]: 'kept' | 'cleared' };

/** What a PUT may send; `cleared` fields take null. */
export const updates = {
  operations: {
    name: 'kept',
    type: 'kept',
    billingEngine: 'cleared',
    jdbToggle: 'kept',
    functionalities: 'kept',
    latitude: 'cleared',
    longitude: 'cleared',
    organizerIds: 'kept',
    observerIds: 'kept',
  } satisfies Rules<Schemas['AdminOperationUpdate']>,
  users: {
    email: 'kept',
    username: 'cleared',
    firstname: 'cleared',
    lastname: 'cleared',
    structure: 'cleared',
    language: 'kept',
    active: 'kept',
    operationIds: 'kept',
  } satisfies Rules<Schemas['AdminUserUpdate']>,
  'seller-claims': {
    status: 'kept',
    remark: 'kept',
  } satisfies Rules<Schemas['SellerClaimDecision']>,
  'emission-factors': {
    startDate: 'kept',
    milligramsPerKilowattHour: 'kept',
    source: 'kept',
  } satisfies Rules<Schemas['EmissionFactorUpdate']>,
  'price-ranges': {
    country: 'kept',
    startDate: 'kept',
    lowMicroEuro: 'kept',
    highMicroEuro: 'kept',
  } satisfies Rules<Schemas['PriceRangeUpdate']>,
  'trv-prices': {
    consumerType: 'kept',
    contractType: 'kept',
    startDate: 'kept',
    fromKVA: 'kept',
    baseMicroEuro: 'cleared',
    peakMicroEuro: 'cleared',
    offPeakMicroEuro: 'cleared',
    source: 'kept',
  } satisfies Rules<Schemas['TRVPriceUpdate']>,
  'participant-bills': { paymentStatus: 'kept', documentName: 'kept' } satisfies Rules<Schemas['BillUpdate']>,
  'producer-bills': { paymentStatus: 'kept', documentName: 'kept' } satisfies Rules<Schemas['BillUpdate']>,
} as const;

type Named<T> = { [K in keyof Required<T>]: true };

/** What a POST may send. */
export const creations = {
  operations: {
    name: true,
    externalId: true,
    dso: true,
    type: true,
    billingEngine: true,
    jdbToggle: true,
    functionalities: true,
    latitude: true,
    longitude: true,
    organizerIds: true,
    observerIds: true,
  } satisfies Named<Schemas['AdminOperationCreation']>,
  users: {
    email: true,
    username: true,
    role: true,
    firstname: true,
    lastname: true,
    structure: true,
    language: true,
    password: true,
    operationIds: true,
  } satisfies Named<Schemas['AdminUserCreation']>,
  'emission-factors': {
    country: true,
    productionTypeId: true,
    startDate: true,
    milligramsPerKilowattHour: true,
    source: true,
  } satisfies Named<Schemas['EmissionFactorCreation']>,
  'price-ranges': {
    country: true,
    startDate: true,
    lowMicroEuro: true,
    highMicroEuro: true,
  } satisfies Named<Schemas['PriceRangeCreation']>,
  'trv-prices': {
    consumerType: true,
    contractType: true,
    startDate: true,
    fromKVA: true,
    baseMicroEuro: true,
    peakMicroEuro: true,
    offPeakMicroEuro: true,
    source: true,
  } satisfies Named<Schemas['TRVPriceCreation']>,
} as const;

type Row = Record<string, unknown>;

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

const isSame = (a: unknown, b: unknown): boolean =>
  (isEmpty(a) && isEmpty(b)) || JSON.stringify(a ?? []) === JSON.stringify(b ?? []);

/** The fields that a form changed, of those that the contract takes. */
export function changedFields(resource: string, data: Row, previous: Row): Row {
  const rules: Record<string, 'kept' | 'cleared'> = isKey(updates, resource) ? updates[resource] : {};
  const changed: Row = {};
  for (const [field, rule] of Object.entries(rules)) {
    if (!(field in data) || isSame(data[field], previous[field])) continue;
    changed[field] = isEmpty(data[field]) && rule === 'cleared' ? null : data[field];
  }
  return changed;
}

/** The filled fields of a form, of those that the contract takes. */
export function filledFields(resource: string, data: Row): Row {
  const names = isKey(creations, resource) ? Object.keys(creations[resource]) : [];
  return Object.fromEntries(names.filter((name) => !isEmpty(data[name])).map((name) => [name, data[name]]));
}

/**
 * A row with null where a field that can be cleared is absent. React-admin lays an answer
 * over what it knew: a field left out would keep its old value on the screen.
 */
export function withNulls<T extends Row>(resource: string, row: T): T {
  if (!isKey(updates, resource)) return row;
  const cleared = Object.entries(updates[resource]).filter(([, rule]) => rule === 'cleared');
  return { ...Object.fromEntries(cleared.map(([field]) => [field, null])), ...row };
}

const isKey = <T extends object>(table: T, key: string): key is keyof T & string => Object.hasOwn(table, key);
