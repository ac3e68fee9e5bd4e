import type { MessageKey } from '@openpmo/ui/i18n/catalogues';

/** The words that the glossary explains, in its order: those of an operation, of sharing, of measures, of money. */
export const terms = [
  'pmo',
  'gridOperator',
  'collectiveSelfConsumption',
  'individualSelfConsumption',
  'selfConsumption',
  'selfProduction',
  'sharingRate',
  'surplus',
  'complement',
  'step',
  'loadCurve',
  'sharingKey',
  'coefficient',
  'pool',
  'expected',
  'drift',
  'provisional',
  'definitive',
  'meteringPoint',
  'ean',
  'perimeter',
  'prosumer',
  'subscription',
  'billRun',
  'creditNote',
] as const satisfies readonly Known[];

type Known = MessageKey extends infer K ? (K extends `glossary.term.${infer Name}` ? Name : never) : never;

export type Term = (typeof terms)[number];
