import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { CoefficientsDueAlert } from './CoefficientsDueAlert';
import type { CoefficientsDue } from './queries';

const a = '0199b0aa-0000-7000-8000-000000000010';
const b = '0199b0aa-0000-7000-8000-000000000011';
const due = (month: string, deadline: string, daysLeft: number, operationId = a) => ({
  operationId,
  month,
  deadline,
  daysLeft,
  late: daysLeft < 0,
  prepared: true,
});

function show(body: CoefficientsDue[], policy = ['coefficient:read', 'production:visit']) {
  const calls = serve({ 'GET /energy-allocation/coefficients-due': { body } });
  renderPage(<CoefficientsDueAlert operationId={a} among={[a, b]} />, { session: someSession({ policy }) });
  return calls;
}

describe('coefficients that are due', () => {
  it('says a missed deadline with its date, gravely, and leads to the coefficients', async () => {
    show([due('2026-10', '2026-11-05', -17), due('2026-09', '2026-10-05', -48, b)]);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/pour octobre 2026 : la date limite du 5 nov\. 2026 est dépassée/);
    expect(alert).not.toHaveTextContent('septembre');
    expect(alert.className).toContain('colorError');
    expect(screen.getByRole('link', { name: 'Envoyer les coefficients' })).toHaveAttribute(
      'href',
      `/pmo/operations/${a}/edit/production?tab=sending`,
    );
  });

  it('counts what is left, less gravely', async () => {
    show([due('2026-10', '2026-11-05', 3)]);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('au plus tard le 5 nov. 2026 (octobre 2026), reste 3 jours');
    expect(alert.className).toContain('colorWarning');
  });

  it('gives who may not go there no button', async () => {
    show([due('2026-10', '2026-11-05', 0)], ['coefficient:read']);
    expect(await screen.findByRole('alert')).toHaveTextContent('aujourd’hui');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('asks nothing for who may not read coefficients', async () => {
    const calls = show([due('2026-10', '2026-11-05', -17)], ['dashboard:visit']);
    await new Promise((done) => setTimeout(done, 20));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(calls).toEqual([]);
  });
});
