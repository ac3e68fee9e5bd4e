import { zodResolver } from '@hookform/resolvers/zod';
import { ApiError } from '@openpmo/sdk';
import { useTranslator } from '@openpmo/ui/i18n/context';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { accessibilityProblems, renderPage } from '../test/render';
import { FormDate, FormDecimal, FormSelect, FormSwitch, FormText } from './FormFields';
import { FormSummary } from './FormSummary';
import { setProblemFields } from './problemFields';

const schema = z.object({
  name: z.string().min(1, 'design.required'),
  price: z.number('design.form.number'),
  start: z.string('design.required'),
  period: z.string('design.required'),
  active: z.boolean(),
});
type Form = z.infer<typeof schema>;

function PlanForm({ onSubmit, failure }: { onSubmit: (form: Form) => void; failure?: ApiError }) {
  const translator = useTranslator();
  const { control, handleSubmit, setError, formState } = useForm<Form>({
    resolver: zodResolver(schema),
    defaultValues: { name: '', active: true, price: 123_400 },
  });
  return (
    <form
      noValidate
      onSubmit={handleSubmit((form) => {
        onSubmit(form);
        if (failure) setProblemFields(failure, ['name', 'price'], setError, translator);
      })}
    >
      <FormSummary errors={formState.errors} />
      <FormText control={control} name="name" label="Nom" />
      <FormDecimal control={control} name="price" label="Prix" scale={1_000_000} unit="€/kWh" />
      <FormDate control={control} name="start" label="Début" />
      <FormSelect
        control={control}
        name="period"
        label="Période"
        options={[{ value: 'MONTHLY', label: 'Mensuelle' }]}
      />
      <FormSwitch control={control} name="active" label="Actif" />
      <button type="submit">Envoyer</button>
    </form>
  );
}

function Bare({ onSubmit, day }: { onSubmit: (form: { day?: string }) => void; day?: string }) {
  const { control, handleSubmit } = useForm<{ day?: string }>(day ? { defaultValues: { day } } : {});
  return (
    <form noValidate onSubmit={handleSubmit((form) => onSubmit(form))}>
      <FormDate control={control} name="day" label="Jour" />
      <button type="submit">Envoyer</button>
    </form>
  );
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
const pick = async () => {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Période' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Mensuelle' }));
};

describe('form fields', () => {
  it('shows no day where the one of the beginning was taken away, and keeps none', async () => {
    const onSubmit = vi.fn();
    renderPage(<Bare onSubmit={onSubmit} day="2026-08-01" />);
    expect(screen.getByLabelText('Jour')).toHaveValue('01/08/2026');
    type('Jour', '');
    fireEvent.blur(screen.getByLabelText('Jour'));
    send();
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    expect(onSubmit.mock.lastCall?.[0].day).toBeUndefined();
    expect(screen.getByLabelText('Jour')).toHaveValue('');
    type('Jour', '2026-09-02');
    send();
    await waitFor(() => expect(onSubmit.mock.lastCall?.[0].day).toBe('2026-09-02'));
  });

  it('keeps decimals as whole numbers and days as days', async () => {
    const onSubmit = vi.fn();
    renderPage(<PlanForm onSubmit={onSubmit} />);
    expect(screen.getByLabelText('Prix')).toHaveValue('0,1234');
    type('Nom', 'Plan');
    type('Prix', '0,15');
    type('Début', '2026-10-01');
    await pick();
    send();
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    expect(onSubmit.mock.lastCall?.[0]).toEqual({
      name: 'Plan',
      price: 150_000,
      start: '2026-10-01',
      period: 'MONTHLY',
      active: true,
    });
  });

  it('says what is wrong, at the field and in the summary', async () => {
    const onSubmit = vi.fn();
    const { container } = renderPage(<PlanForm onSubmit={onSubmit} />);
    type('Prix', '0,12,3');
    send();
    expect(await screen.findByText('4 champs à corriger')).toBeInTheDocument();
    expect(screen.getByLabelText('Prix')).toHaveValue('0,12,3');
    expect(screen.getByLabelText('Prix')).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByRole('link', { name: /^Prix.: Saisissez un nombre$/ })).toHaveAttribute('href', '#field-price');
    expect(screen.getByRole('link', { name: /^Période.: / })).toHaveAttribute('href', '#field-period');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it("puts the server's errors where they belong", async () => {
    const problem = { type: 'x', title: 't', status: 400, key: 'invalid', requestId: 'r' };
    const failure = new ApiError(400, {
      ...problem,
      errors: [{ key: 'no.such', field: 'name', detail: 'Nom déjà pris' }],
    });
    renderPage(<PlanForm onSubmit={() => {}} failure={failure} />);
    type('Nom', 'Plan');
    type('Début', '2026-10-01');
    await pick();
    send();
    expect(await screen.findByText('Nom déjà pris')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Nom.: Nom déjà pris$/ })).toHaveAttribute('href', '#field-name');
  });

  it('refuses what is no day also where there is no schema, with what else is wrong', async () => {
    const onSubmit = vi.fn();
    renderPage(<Bare onSubmit={onSubmit} />);
    type('Jour', '31/02/2026');
    send();
    await waitFor(() => expect(screen.getByLabelText('Jour')).toHaveAttribute('aria-invalid', 'true'));
    expect(onSubmit).not.toHaveBeenCalled();
    type('Jour', '28/02/2026');
    send();
    await waitFor(() => expect(onSubmit.mock.lastCall?.[0]).toEqual({ day: '2026-02-28' }));
  });
});
