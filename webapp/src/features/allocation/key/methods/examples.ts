import type { KeyType } from '../key';

/** What a site of the example gets: its consumption, its parts of each producer in kWh, and its parameter. */
export interface ExampleSite {
  consumption: number;
  received: readonly number[];
  parameter?: string;
}

const consumptions = [30, 10, 20, 40];

const sites = (received: readonly number[], parameters: readonly string[] = []): ExampleSite[] =>
  consumptions.map((consumption, i) => ({
    consumption,
    received: [received[i] ?? 0],
    ...(parameters[i] ? { parameter: parameters[i] } : {}),
  }));

/**
 * One step shared by each method: 50 kWh among four sites that consume 30, 10, 20 and 40;
 * with producers of their own ranks, 40 and 20 kWh among three that consume 20, 10 and 40.
 */
export const examples: Record<KeyType, readonly ExampleSite[]> = {
  by_default: sites([15, 5, 10, 20]),
  static: sites([12.5, 10, 12.5, 12.5], ['25 %', '25 %', '25 %', '25 %']),
  by_equality: sites([40 / 3, 10, 40 / 3, 40 / 3]),
  by_weight: sites([160 / 7, 10, 80 / 7, 40 / 7], ['4', '3', '2', '1']),
  by_priority: sites([30, 20 / 3, 40 / 3, 0], ['1', '2', '2', '3']),
  by_pool: sites([22.5, 7.5, 20 / 3, 40 / 3], ['A', 'A', 'B', 'B']),
  by_ungrouped_priority: [
    { consumption: 20, received: [20, 0], parameter: '1 · 2' },
    { consumption: 10, received: [10, 0], parameter: '1 · –' },
    { consumption: 40, received: [10, 20], parameter: '2 · 1' },
  ],
  simple_dynamic: sites([20, 5, 15, 10], ['40 %', '10 %', '30 %', '20 %']),
};

/** kWh that nobody of the example takes. */
export function surplusOf(type: KeyType): number {
  const produced = type === 'by_ungrouped_priority' ? 60 : 50;
  const received = examples[type].flatMap((site) => site.received).reduce((sum, kWh) => sum + kWh, 0);
  return Math.round((produced - received) * 10) / 10;
}
