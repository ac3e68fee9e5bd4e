export type Channels = readonly [red: number, green: number, blue: number];

/** Red, green and blue of a colour as #rrggbb, 0–255. */
export const channels = (hex: string): Channels => {
  const n = Number.parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
};

/** Part 0 is the first, part 1 the second. */
export const mixChannel = (from: number, to: number, part: number): number => Math.round(from + (to - from) * part);

/** A colour laid over a ground by so much: opaque, where a see-through one would be lost on paper. */
export function tintOf(colour: string, ground: string, part: number): string {
  const [over, under] = [channels(colour), channels(ground)];
  return `rgb(${[0, 1, 2].map((i) => mixChannel(under[i] ?? 0, over[i] ?? 0, part)).join(' ')})`;
}
