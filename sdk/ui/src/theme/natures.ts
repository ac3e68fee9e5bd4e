import type { Scheme } from './tokens';

/**
 * Colours of the energy natures. Fixed meaning: never themed, never reused for something else.
 * `complement` is Conso − Autoconso; ConsExt and ProdExt are the ACI series.
 * Chosen so that the worst pair stays apart for protan, deutan and tritan eyes (see the test).
 */
export const natureColours = {
  light: {
    Conso: '#241f9b',
    Prod: '#bd7f00',
    Autoconso: '#349c90',
    Surplus: '#a5450f',
    ProdExt: '#4b0c42',
    complement: '#60607d',
    ConsExt: '#08080c',
  },
  dark: {
    Conso: '#5068e3',
    Prod: '#fec831',
    Autoconso: '#79f0d5',
    Surplus: '#e86400',
    ProdExt: '#944f7c',
    complement: '#9e9fbe',
    ConsExt: '#fcfc90',
  },
} as const;

export type NatureKey = keyof (typeof natureColours)['light'];

/** The second cue beside colour: how a nature is drawn. Dashes are uPlot/SVG dash arrays in pixels. */
export const natureMarks: Record<NatureKey, { form: 'line' | 'area' | 'band' | 'dotted'; dash?: number[] }> = {
  Conso: { form: 'line' },
  Prod: { form: 'line' },
  Autoconso: { form: 'area' },
  Surplus: { form: 'band' },
  ProdExt: { form: 'line', dash: [6, 3] },
  complement: { form: 'dotted', dash: [2, 3] },
  ConsExt: { form: 'line', dash: [10, 3, 2, 3] },
};

export function natureColour(nature: NatureKey, scheme: Scheme): string {
  return natureColours[scheme][nature];
}
