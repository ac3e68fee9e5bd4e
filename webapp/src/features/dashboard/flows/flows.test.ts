import { describe, expect, it } from 'vitest';
import type { Distribution } from '../viewpoint/viewpoint';
import { consumerNode, flowsOf, gridId, neighboursOf, producerNode, surplusId, throughputOf, topOf } from './flows';

const words = { grid: 'Grid', surplus: 'Surplus', others: (count: number) => `Others (${count})` };
const distribution: Distribution = {
  dateFrom: '2026-10-01',
  dateTo: '2026-10-31',
  producers: [
    { participantId: 'p', name: 'PV', productionMilliWh: 100, sharedMilliWh: 80, surplusMilliWh: 20 },
    { name: 'autres', others: 2, productionMilliWh: 10, sharedMilliWh: 10, surplusMilliWh: 0 },
  ],
  consumers: [
    { participantId: 'c', name: 'Mairie', sharedMilliWh: 60, complementMilliWh: 40 },
    { name: 'autres', others: 3, sharedMilliWh: 30 },
  ],
  flows: [
    { producerId: 'p', consumerId: 'c', sharedMilliWh: 50 },
    { producerId: 'p', sharedMilliWh: 30 },
    { consumerId: 'c', sharedMilliWh: 10 },
    { producerId: 'stranger', consumerId: 'c', sharedMilliWh: 5 },
  ],
  surplusMilliWh: 20,
  missingDays: 0,
};

describe('flowsOf', () => {
  const flows = flowsOf(distribution, words);
  const text = flows.links.map(({ source, target, milliWh }) => `${source} → ${target} ${milliWh}`);
  it('leads from producers and the grid to consumers and the surplus, without what is empty or unknown', () => {
    expect(text).toEqual([
      'from p → to c 50',
      'from p → to others 30',
      'from others → to c 10',
      'grid → to c 40',
      'from p → surplus 20',
    ]);
  });
  it('names what has no name of its own', () => {
    expect(flows.nodes.map(({ name }) => name)).toEqual([
      'PV',
      'Others (2)',
      'Grid',
      'Mairie',
      'Others (3)',
      'Surplus',
    ]);
  });
  it('has as much coming out of a producer as it made', () => {
    expect(throughputOf(producerNode('p'), flows.links)).toBe(100);
    expect(throughputOf(surplusId, flows.links)).toBe(20);
  });
  it('knows who an end exchanges with, largest first', () => {
    expect(neighboursOf(consumerNode('c'), flows).map(({ id, milliWh }) => [id, milliWh])).toEqual([
      ['from p', 50],
      [gridId, 40],
      ['from others', 10],
    ]);
  });
});

it('names at most so many consumers that they can be told apart', () => {
  expect([topOf('16'), topOf('100'), topOf(null)]).toEqual([16, 8, 8]);
});
