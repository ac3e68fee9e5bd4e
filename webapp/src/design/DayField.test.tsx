import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { accessibilityProblems, renderPage } from '../test/render';
import { DayField } from './DayField';

function Form({ onSend, first = '' }: { onSend: (day: string) => void; first?: string }) {
  const [day, setDay] = useState(first);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSend(day);
      }}
    >
      <DayField
        label="Dernier jour"
        value={day}
        onChange={setDay}
        hint="facultatif"
        min="2026-10-01"
        max="2026-12-31"
      />
      <button type="submit">Envoyer</button>
    </form>
  );
}

const field = () => screen.getByLabelText('Dernier jour');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const leave = () => fireEvent.blur(field());
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Envoyer' }));

describe('a day', () => {
  it('writes a day as the language does, and picks one from the calendar', async () => {
    const onSend = vi.fn();
    const { container } = renderPage(<Form onSend={onSend} first="2026-10-31" />);
    expect(field()).toHaveValue('31/10/2026');
    for (const text of ['2026-11-05', '5/11/2026', '05112026', '5-11-2026']) {
      type(text);
      leave();
      expect(field()).toHaveValue('05/11/2026');
    }
    send();
    expect(onSend).toHaveBeenLastCalledWith('2026-11-05');
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Ouvrir le calendrier' }));
    const calendar = await screen.findByRole('dialog', { name: 'Dernier jour' });
    fireEvent.click(await within(calendar).findByRole('gridcell', { name: '17' }));
    await waitFor(() => expect(field()).toHaveValue('17/11/2026'));
    send();
    expect(onSend).toHaveBeenLastCalledWith('2026-11-17');
  });

  it('keeps a form from being sent while a day cannot be read', () => {
    const onSend = vi.fn();
    renderPage(<Form onSend={onSend} />);
    type('31/02/2026');
    expect(screen.queryByText(/illisible/)).toBeNull();
    send();
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.getByText('Date illisible : écrivez-la sous la forme 31/10/2026')).toBeInTheDocument();
    expect(field()).toHaveAttribute('aria-invalid', 'true');
    expect(field()).toHaveValue('31/02/2026');
    expect(field()).toHaveFocus();
    type('');
    leave();
    expect(screen.getByText('facultatif')).toBeInTheDocument();
    send();
    expect(onSend).toHaveBeenLastCalledWith('');
  });

  it('names a day outside the bounds and leaves the answer to the server', () => {
    const onSend = vi.fn();
    renderPage(<Form onSend={onSend} />);
    type('30/09/2026');
    leave();
    expect(screen.getByText('Au plus tôt le 01/10/2026')).toBeInTheDocument();
    type('01/01/2027');
    leave();
    expect(screen.getByText('Au plus tard le 31/12/2026')).toBeInTheDocument();
    send();
    expect(onSend).toHaveBeenLastCalledWith('2027-01-01');
  });

  it('stands as it was where its owner takes no other', () => {
    const onChange = vi.fn();
    renderPage(<DayField label="Dernier jour" value="2026-10-31" onChange={onChange} />);
    type('');
    leave();
    expect(field()).toHaveValue('31/10/2026');
    type('3');
    leave();
    expect(field()).toHaveValue('3');
    expect(onChange).toHaveBeenLastCalledWith('3');
    expect(screen.getByText(/^Date illisible/)).toBeInTheDocument();
  });
});
