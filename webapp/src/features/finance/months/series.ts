export type SeriesKey = 'invoiced' | 'rest' | 'assigned' | 'fixed';

export interface Series {
  key: SeriesKey;
  label: string;
}

/** A month of amounts, in cents; what is absent is not known. */
export interface MoneyRow {
  id: string;
  name: string;
  tick: string;
  values: Partial<Record<SeriesKey, number | undefined>>;
}
