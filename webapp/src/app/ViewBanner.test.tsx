import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../api/operations';
import { accessibilityProblems, renderPage } from '../test/render';
import { serve } from '../test/server';
import { ViewBanner } from './ViewBanner';

const operation = (view: Operation['view']) => ({ id: 'op', view }) as Operation;

describe('the banner of the simple view', () => {
  it('names what is left out and holds data, and shows all of it', async () => {
    const chosen: string[] = [];
    serve({
      'PUT /operations/{operationId}/view': ({ view }) => {
        chosen.push(view);
        return { body: { simple: false, chosen: true, hidden: [], inUse: [] } };
      },
    });
    const { container } = renderPage(
      <ViewBanner
        operation={operation({ simple: true, chosen: false, hidden: ['PAYMENT', 'EXPORTS'], inUse: ['PAYMENT'] })}
      />,
    );
    expect(screen.getByRole('status')).toHaveTextContent('Paiement');
    expect(screen.getByRole('status')).not.toHaveTextContent('Exports');
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Toutes les options' }));
    await waitFor(() => expect(chosen).toEqual(['FULL']));
  });

  it('is silent where nothing of it is used', () => {
    renderPage(<ViewBanner operation={operation({ simple: true, chosen: false, hidden: ['PAYMENT'], inUse: [] })} />);
    expect(screen.queryByText(/vue simple/)).toBeNull();
  });
});
