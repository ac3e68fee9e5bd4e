/** Colour arithmetic on `#rrggbb` strings: WCAG contrast and the OKLab space. Pure. */

export type Rgb = readonly [number, number, number];

const hexPattern = /^#([0-9a-f]{6})$/i;

/** True for a six-digit hex colour, the only form a theme may hold. */
export function isHexColour(value: string): boolean {
  return hexPattern.test(value);
}

/** Linear-light components 0–1 of a hex colour. Throws on anything else. */
export function toLinear(hex: string): Rgb {
  const digits = hexPattern.exec(hex)?.[1];
  if (!digits) throw new Error(`not a hex colour: ${hex}`);
  const channel = (at: number) => {
    const c = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return [channel(0), channel(2), channel(4)];
}

/** Hex colour of linear components; values outside the gamut are clipped. */
export function fromLinear(rgb: Rgb): string {
  const digits = rgb.map((c) => {
    const clipped = Math.min(1, Math.max(0, c));
    const s = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
    return Math.round(s * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${digits.join('')}`;
}

/** WCAG relative luminance, 0 (black) to 1 (white). */
export function luminance(hex: string): number {
  const [r, g, b] = toLinear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG contrast ratio, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (hi + 0.05) / (lo + 0.05);
}

/** The better readable of the candidates on a background; ties go to the first. */
export function readableOn(background: string, candidates: readonly string[] = ['#ffffff', '#10162b']): string {
  return candidates.reduce((best, c) => (contrast(c, background) > contrast(best, background) ? c : best));
}

/** The least contrast of a theme's primary colour on white (specification section 5). */
export const minPrimaryContrast = 4.5;

/** A primary colour that white text cannot be read on is refused. */
export function isTooLight(primary: string): boolean {
  return contrast(primary, '#ffffff') < minPrimaryContrast;
}

/** OKLab lightness, a, b of linear RGB. */
export function toOklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([L, a, b]: Rgb): Rgb {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Same hue at another OKLab lightness (0–1), its chroma lowered until it fits the gamut. */
export function withLightness(hex: string, lightness: number): string {
  const [, a, b] = toOklab(toLinear(hex));
  for (let scale = 1; scale > 0; scale -= 0.02) {
    const rgb = fromOklab([lightness, a * scale, b * scale]);
    if (rgb.every((c) => c >= -0.0005 && c <= 1.0005)) return fromLinear(rgb);
  }
  return fromLinear(fromOklab([lightness, 0, 0]));
}
