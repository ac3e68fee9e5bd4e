import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { accessibilityProblems, renderPage, someSession } from '../test/render';
import { serve } from '../test/server';
import { ViewingBanner } from './ViewingBanner';

const viewing = {
  operationId: 'o',
  participantId: 'p',
  participantName: 'Anne Martin',
  endsAt: new Date(Date.now() + 20 * 60_000).toISOString(),
};

afterEach(() => vi.unstubAllGlobals());

describe('the banner of who sees as a participant does', () => {
  it('says as whom and until when, and leads back to the participant', async () => {
    const assign = vi.fn();
    vi.stubGlobal('location', { ...window.location, assign });
    serve({ 'DELETE /session/viewing': { status: 204 } });
    const { container } = renderPage(<ViewingBanner viewing={viewing} />, { session: someSession({ viewing }) });
    expect(screen.getByRole('status')).toHaveTextContent('Vous voyez l’opération comme Anne Martin, en lecture seule');
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Revenir à ma vue' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/pmo/operations/o/sites/p'));
  });
});
