import { DateInput, maxValue, minValue, NumberInput, required, SelectInput } from 'react-admin';
import { useChoices } from '../../parts/words';

export const countries = ['FR', 'BE'] as const;

const scale = 1_000_000;
const euros = (micro: unknown) => (typeof micro === 'number' ? micro / scale : micro);
const micro = (typed: unknown) => {
  const value = typed === '' || typed === null ? Number.NaN : Number(typed);
  return Number.isNaN(value) ? null : Math.round(value * scale);
};

/** Prices are typed in euros and sent in micro-euros. */
export function PriceRangeFields() {
  const price = (source: string) => (
    <NumberInput
      source={source}
      format={euros}
      parse={micro}
      step={0.0001}
      validate={[required(), minValue(1), maxValue(10 * scale)]}
    />
  );
  return (
    <>
      <SelectInput source="country" choices={useChoices('PriceRangeCountry', countries)} validate={required()} />
      <DateInput source="startDate" validate={required()} />
      {price('lowMicroEuro')}
      {price('highMicroEuro')}
    </>
  );
}
