import { describe, expect, it } from 'vitest';
import type { Distribution } from '../viewpoint/viewpoint';
import { consumerLines, destinationLines, namedBars, originLines, producerLines } from './ranking';

const distribution = (part: Partial<Distribution>): Distribution => ({
  dateFrom: '2026-10-01',
  dateTo: '2026-10-31',
  consumers: [],
  producers: [],
  flows: [],
  surplusMilliWh: 0,
  missingDays: 0,
  ...part,
});

describe('rankings', () => {
  it('names sites and counts the others', () => {
    const consumers = [
      { participantId: 'm', name: 'Mairie', sharedMilliWh: 30, complementMilliWh: 70, percentage: 75 },
      { name: 'autres', others: 12, sharedMilliWh: 10, percentage: 25 },
    ];
    expect(consumerLines(distribution({ consumers }))).toEqual([
      {
        id: 'm',
        name: 'Mairie',
        milliWh: 30,
        rate: 0.75,
        segments: [{ nature: 'Autoconso', value: 30 }],
      },
      {
        id: 'others-consumers',
        others: 12,
        milliWh: 10,
        rate: 0.25,
        segments: [{ nature: 'Autoconso', value: 10 }],
      },
    ]);
  });

  it('draws each bar as long as the figure beside it', () => {
    const consumers = [{ participantId: 'm', name: 'Mairie', sharedMilliWh: 30, complementMilliWh: 70 }];
    const producers = [{ participantId: 'p', name: 'PV', productionMilliWh: 10, sharedMilliWh: 7, surplusMilliWh: 3 }];
    for (const line of [...consumerLines(distribution({ consumers })), ...producerLines(distribution({ producers }))]) {
      expect(line.segments.reduce((sum, { value }) => sum + value, 0)).toBe(line.milliWh);
    }
  });

  it('draws no bar for the sum of the others', () => {
    const consumers = [
      { participantId: 'm', name: 'Mairie', sharedMilliWh: 30 },
      { name: 'autres', others: 12, sharedMilliWh: 300 },
    ];
    const lines = namedBars(consumerLines(distribution({ consumers })));
    expect(lines.map(({ milliWh, segments }) => [milliWh, segments.length])).toEqual([
      [30, 1],
      [300, 0],
    ]);
  });

  it('splits a production into shared and surplus', () => {
    const producers = [{ participantId: 'p', name: 'PV', productionMilliWh: 10, sharedMilliWh: 10, surplusMilliWh: 0 }];
    expect(producerLines(distribution({ producers }))[0]?.segments).toEqual([{ nature: 'Autoconso', value: 10 }]);
  });
});

describe('flows', () => {
  const flows = [
    { producerId: 'p1', consumerId: 'me', sharedMilliWh: 30 },
    { producerId: 'p2', consumerId: 'me', sharedMilliWh: 10 },
    { producerId: 'p1', sharedMilliWh: 60 },
  ];
  it('tells a consumer where its energy came from', () => {
    const lines = originLines(distribution({ flows }), 'me', [{ id: 'p1', name: 'PV École' }]);
    expect(lines.map(({ name, milliWh, rate }) => [name, milliWh, rate])).toEqual([
      ['PV École', 30, 0.75],
      [undefined, 10, 0.25],
    ]);
  });
  it('tells a producer where its production went, without names of others', () => {
    const lines = destinationLines(
      distribution({
        flows,
        consumers: [
          { participantId: 'me', name: 'Mon site', sharedMilliWh: 40 },
          { name: 'autres', others: 19, sharedMilliWh: 60 },
        ],
        producers: [{ participantId: 'p1', name: 'PV', productionMilliWh: 100, surplusMilliWh: 10 }],
      }),
      'p1',
    );
    expect(lines.map(({ id, name, others, milliWh, rate }) => [id, name, others, milliWh, rate])).toEqual([
      ['me', 'Mon site', undefined, 30, 0.3],
      ['others-destination', undefined, 19, 60, 0.6],
      ['surplus', undefined, undefined, 10, 0.1],
    ]);
  });
});
