import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../test/render';
import { WordsField } from './WordsField';

function Form({ onSend }: { onSend: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSend(text);
      }}
    >
      <WordsField
        multiline
        atMost={5}
        label="Motif"
        helperText="facultatif"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit">Envoyer</button>
    </form>
  );
}

it('says that a pasted text is too long, cuts nothing, and keeps its form from being sent', () => {
  const onSend = vi.fn();
  renderPage(<Form onSend={onSend} />);
  const field = screen.getByLabelText('Motif');
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  fireEvent.change(field, { target: { value: 'trop long' } });
  expect(field).toHaveValue('trop long');
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription(/^Trop long\s: 5\scaractères au plus$/);
  send();
  expect(onSend).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: ' assez ' } });
  expect(field).toHaveAccessibleDescription('facultatif');
  send();
  expect(onSend).toHaveBeenCalledWith(' assez ');
});
