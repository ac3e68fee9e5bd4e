import type { Schemas } from '@openpmo/sdk';
import { type EditedPool, editedPools, type PoolAction, poolInputs, poolReducer } from './pools/pools';

export type KeyType = Schemas['AllocationType'];
export type Config = Schemas['AllocationConfig'];

/** Every sharing method, in the order in which the page offers them. */
export const keyTypes = [
  'by_default',
  'static',
  'by_equality',
  'by_weight',
  'by_priority',
  'by_pool',
  'by_ungrouped_priority',
  'simple_dynamic',
] as const satisfies readonly KeyType[];

/** What a parameter is (specification section 3, coefficient parameter types). */
export type ParameterKind = 'percentage' | 'priority' | 'shares' | 'selection';
/** Those that are a number; a selection is ticked or not. */
export type NumberKind = Exclude<ParameterKind, 'selection'>;

/** Bounds of an input (specification section 5). */
export const bounds: Record<NumberKind, { min: number; max: number }> = {
  percentage: { min: 0, max: 100 },
  priority: { min: 1, max: 1_000_000 },
  shares: { min: 1, max: 1_000_000 },
};

/** The parameters of a method; undefined where it has none of its own. */
export function parameterOf(type: KeyType): ParameterKind | undefined {
  switch (type) {
    case 'static':
      return 'percentage';
    case 'by_weight':
      return 'shares';
    case 'by_priority':
    case 'by_ungrouped_priority':
      return 'priority';
    case 'by_equality':
      return 'selection';
    default:
      return undefined;
  }
}

/** Numbers by consumer, or by consumer and producer: see `paramKey`. */
export type Numbers = Readonly<Record<string, number>>;

export const paramKey = (consumerId: string, producerId?: string): string =>
  producerId ? `${consumerId}:${producerId}` : consumerId;

/** A key while it is edited. Numbers are kept by method: those of another one mean something else. */
export interface EditedKey {
  type: KeyType;
  numbers: Partial<Record<KeyType, Numbers>>;
  pools: readonly EditedPool[];
}

export type KeyAction =
  | { type: 'method'; value: KeyType }
  | { type: 'number'; key: string; value: number | undefined }
  | { type: 'numbers'; value: Numbers }
  | { type: 'everyone' }
  | { type: 'pool'; action: PoolAction }
  | { type: 'reset'; key: EditedKey };

/** The key after an action. Whoever touches the groups chooses sharing by groups. */
export function keyReducer(key: EditedKey, action: KeyAction): EditedKey {
  switch (action.type) {
    case 'method':
      return { ...key, type: action.value };
    case 'number': {
      const { [action.key]: _, ...others } = numbersOf(key);
      const kept = action.value !== undefined && action.value > 0;
      return withNumbers(key, kept ? { ...others, [action.key]: action.value ?? 0 } : others);
    }
    case 'numbers':
      return withNumbers(key, action.value);
    case 'everyone': {
      const { [key.type]: _, ...others } = key.numbers;
      return { ...key, numbers: others };
    }
    case 'pool':
      return { ...key, type: 'by_pool', pools: poolReducer(key.pools, action.action) };
    case 'reset':
      return action.key;
    default:
      return action satisfies never;
  }
}

export const numbersOf = ({ type, numbers }: EditedKey): Numbers => numbers[type] ?? {};

/** All sites take part, also those to come: a selection that nobody has made (domain 6.2). */
export const isForEveryone = ({ type, numbers }: EditedKey): boolean =>
  parameterOf(type) === 'selection' && numbers[type] === undefined;

/** The selection of these sites, which is where choosing among all begins. */
export const selectionOf = (consumerIds: readonly string[]): Numbers =>
  Object.fromEntries(consumerIds.map((id) => [id, 1]));

const withNumbers = (key: EditedKey, numbers: Numbers): EditedKey => ({
  ...key,
  numbers: { ...key.numbers, [key.type]: numbers },
});

/** A key of the contract as the editor holds it; without one, the legal default. */
export function editedKey(config: Pick<Config, 'type' | 'params' | 'pools'> | undefined): EditedKey {
  if (!config) return { type: 'by_default', numbers: {}, pools: [] };
  const numbers = Object.fromEntries(
    config.params.map(({ consumerId, producerId, value }) => [paramKey(consumerId, producerId), value]),
  );
  return {
    type: config.type,
    numbers: config.params.length > 0 ? { [config.type]: numbers } : {},
    pools: editedPools(config.pools ?? []),
  };
}

/** What is sent of it. */
export function keyBody(key: EditedKey): Pick<Schemas['AllocationConfigCreation'], 'type' | 'params' | 'pools'> {
  if (key.type === 'by_pool') return { type: key.type, pools: poolInputs(key.pools) };
  if (!parameterOf(key.type) || isForEveryone(key)) return { type: key.type };
  const params = Object.entries(numbersOf(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => {
      const [consumerId = '', producerId] = name.split(':');
      return { consumerId, ...(producerId ? { producerId } : {}), value };
    });
  return { type: key.type, params };
}

/** What the server is asked about: a selection with those who are left out, for one of nobody is no word of its own. */
export function checkBody(key: EditedKey, consumers: readonly { id: string }[]): ReturnType<typeof keyBody> {
  const body = keyBody(key);
  if (parameterOf(key.type) !== 'selection' || isForEveryone(key)) return body;
  const chosen = body.params ?? [];
  const others = consumers.filter(({ id }) => !chosen.some(({ consumerId }) => consumerId === id));
  return { ...body, params: [...chosen, ...others.map(({ id }) => ({ consumerId: id, value: 0 }))] };
}

/** Whether saving would store something else than what the page began with. */
export function isChanged(before: EditedKey, after: EditedKey): boolean {
  const text = (key: EditedKey) =>
    JSON.stringify([keyBody(key), key.type === 'by_pool' && key.pools.map(({ id, destination }) => [id, destination])]);
  return text(before) !== text(after);
}

const exact = 10_000;

/** Sum of the percentages of a static key, to four decimals. */
export const sumOf = (numbers: Numbers): number =>
  Math.round(Object.values(numbers).reduce((sum, value) => sum + value * exact, 0)) / exact;

/**
 * Whether a field may take this text. Signs, points, commas and letters are blocked
 * (specification section 5); those of a stored decimal may stay or go.
 */
export function acceptsTyping(before: string, next: string): boolean {
  const blocked = (text: string) => text.replace(/\d/g, '').length;
  return blocked(next) <= blocked(before) && next.length <= 12;
}

/** Every consumer the same percentage, whole numbers, the odd ones to the first: never above 100. */
export function equalPercentages(consumerIds: readonly string[]): Numbers {
  if (consumerIds.length === 0) return {};
  const each = Math.floor(100 / consumerIds.length);
  const odd = 100 - each * consumerIds.length;
  return Object.fromEntries(
    consumerIds
      .map((id, index): [string, number] => [id, each + (index < odd ? 1 : 0)])
      .filter(([, value]) => value > 0),
  );
}
