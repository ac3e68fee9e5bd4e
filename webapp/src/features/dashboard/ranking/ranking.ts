import type { Schemas } from '@openpmo/sdk';
import type { BarSegment } from '../../../design/HorizontalBars';
import type { Distribution } from '../viewpoint/viewpoint';

/** A line of a ranking. Without name it is the sum of `others` sites, or the surplus. */
export interface RankedLine {
  id: string;
  name?: string;
  others?: number;
  /** The figure the line is ranked by, mWh; undefined where it is not known. */
  milliWh: number | undefined;
  /** A second figure, 0–1, with what it is a part of. */
  rate?: number | undefined;
  segments: BarSegment[];
}

type Line = { participantId?: string; name: string; others?: number };

const identity = ({ participantId, name, others }: Line, side: string): Pick<RankedLine, 'id' | 'name' | 'others'> =>
  others === undefined ? { id: participantId ?? name, name } : { id: `others-${side}`, others };

/** Consumers by what they received: the bar is as long as the figure beside it says. */
export function consumerLines({ consumers }: Distribution): RankedLine[] {
  return consumers.map((one) => ({
    ...identity(one, 'consumers'),
    milliWh: one.sharedMilliWh,
    rate: one.percentage === undefined ? undefined : one.percentage / 100,
    segments: segments(['Autoconso', one.sharedMilliWh]),
  }));
}

/** Producers by what they made: shared and surplus. */
export function producerLines({ producers }: Distribution): RankedLine[] {
  return producers.map((one) => ({
    ...identity(one, 'producers'),
    milliWh: one.productionMilliWh,
    rate: one.selfConsumptionRate,
    segments: segments(['Autoconso', one.sharedMilliWh], ['Surplus', one.surplusMilliWh]),
  }));
}

/** Beside two hundred others, no single site would have a bar to see: the rest is a figure only. */
export const namedBars = (lines: readonly RankedLine[]): RankedLine[] =>
  lines.map((line) => (line.others === undefined ? line : { ...line, segments: [] }));

type Named = Pick<Schemas['SiteRef'], 'id' | 'name'>;

/** Where the energy that a consumer received came from, producer by producer. */
export function originLines({ flows }: Distribution, consumerId: string, producers: readonly Named[]): RankedLine[] {
  const received = flows.filter((flow) => flow.consumerId === consumerId);
  const total = sum(received);
  return received.map(({ producerId, sharedMilliWh }) => ({
    ...nameOf(producerId, producers, 'origin'),
    milliWh: sharedMilliWh,
    rate: part(sharedMilliWh, total),
    segments: segments(['Autoconso', sharedMilliWh]),
  }));
}

/** Where the energy of a producer went: its consumers, named only when they are one's own, and the surplus. */
export function destinationLines({ flows, consumers, producers }: Distribution, producerId: string): RankedLine[] {
  const given = flows.filter((flow) => flow.producerId === producerId);
  const surplus = producers.find(({ participantId }) => participantId === producerId)?.surplusMilliWh ?? 0;
  const total = sum(given) + surplus;
  const own = consumers.flatMap(({ participantId, name }) => (participantId ? [{ id: participantId, name }] : []));
  const others = consumers.find((one) => one.others !== undefined)?.others;
  const lines = given.map(({ consumerId, sharedMilliWh }): RankedLine => {
    const name = nameOf(consumerId, own, 'destination');
    return {
      ...name,
      ...(name.name === undefined ? { others: others ?? 0 } : {}),
      milliWh: sharedMilliWh,
      rate: part(sharedMilliWh, total),
      segments: segments(['Autoconso', sharedMilliWh]),
    };
  });
  if (surplus === 0) return lines;
  return [
    ...lines,
    { id: 'surplus', milliWh: surplus, rate: part(surplus, total), segments: segments(['Surplus', surplus]) },
  ];
}

const nameOf = (id: string | undefined, sites: readonly Named[], side: string): Pick<RankedLine, 'id' | 'name'> => {
  const name = sites.find((site) => site.id === id)?.name;
  return name === undefined ? { id: id ?? `others-${side}` } : { id: id ?? name, name };
};

const sum = (flows: readonly Schemas['Flow'][]) => flows.reduce((all, { sharedMilliWh }) => all + sharedMilliWh, 0);
const part = (some: number, all: number): number | undefined => (all > 0 ? some / all : undefined);

function segments(...parts: [BarSegment['nature'], number | undefined][]): BarSegment[] {
  return parts.flatMap(([nature, value]) => (value === undefined || value <= 0 ? [] : [{ nature, value }]));
}
