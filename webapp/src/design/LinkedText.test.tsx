import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../api/operations';
import { renderPage, someOperation, someSession } from '../test/render';
import { LinkedText } from './LinkedText';

const show = (policy: string[]) =>
  renderPage(
    <OperationContext value={someOperation()}>
      <p>
        <LinkedText
          text="12 kWh de Toiture vers Mairie"
          names={[
            { thing: 'site', id: 'm', name: 'Mairie' },
            { thing: 'site', id: 't', name: 'Toiture' },
            { thing: 'site', id: 'x', name: 'Absente' },
          ]}
        />
      </p>
    </OperationContext>,
    { session: someSession({ policy }) },
  );

describe('names within a sentence', () => {
  it('lead to their pages where they stand', () => {
    const { container } = show(['participantDetails:view']);
    expect(container.textContent).toBe('12 kWh de Toiture vers Mairie');
    const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    const base = `/pmo/operations/${someOperation().id}/sites`;
    expect(links).toEqual([
      ['Toiture', `${base}/t`],
      ['Mairie', `${base}/m`],
    ]);
  });

  it('are words for who may not go there', () => {
    const { container } = show([]);
    expect(container.textContent).toBe('12 kWh de Toiture vers Mairie');
    expect(screen.queryByRole('link')).toBeNull();
  });
});
