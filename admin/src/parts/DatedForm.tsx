import type { ReactElement, ReactNode } from 'react';
import {
  Create,
  Edit,
  maxLength,
  maxValue,
  minValue,
  NumberInput,
  required,
  SaveButton,
  SimpleForm,
  TextInput,
  Toolbar,
} from 'react-admin';

interface NewProps {
  title: ReactElement;
  /** What a new one begins with. */
  defaults: Record<string, unknown>;
  children: ReactNode;
}

/** Makes a value that holds from a day on. */
export function DatedCreate({ title, defaults, children }: NewProps) {
  return (
    <Create title={title} redirect="list">
      <SimpleForm warnWhenUnsavedChanges sx={wide} defaultValues={defaults}>
        {children}
      </SimpleForm>
    </Create>
  );
}

/** Mends a value that was typed wrong: it is not deleted, figures of its days follow it. */
export function DatedEdit({ title, children }: Omit<NewProps, 'defaults'>) {
  return (
    <Edit title={title} redirect="list" mutationMode="pessimistic">
      <SimpleForm
        warnWhenUnsavedChanges
        sx={wide}
        toolbar={
          <Toolbar>
            <SaveButton />
          </Toolbar>
        }
      >
        {children}
      </SimpleForm>
    </Edit>
  );
}

const wide = { maxWidth: 640 };
const scale = 1_000_000;
const euros = (micro: unknown) => (typeof micro === 'number' ? micro / scale : micro);
const micro = (typed: unknown) => {
  const value = typed === '' || typed === null ? Number.NaN : Number(typed);
  return Number.isNaN(value) ? null : Math.round(value * scale);
};

/** A price of a kWh, typed in euros and sent in micro-euros. */
export function PriceInput({ source }: { source: string }) {
  return (
    <NumberInput
      source={source}
      format={euros}
      parse={micro}
      step={0.0001}
      validate={[required(), minValue(1), maxValue(10 * scale)]}
    />
  );
}

/** Where a value was published. */
export function SourceInput() {
  return <TextInput source="source" fullWidth validate={[required(), maxLength(200)]} />;
}
