import type { Schemas } from '@openpmo/sdk';
import { fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { useSnackbars } from '../../../design/snackbars';
import { renderPage, someOperation } from '../../../test/render';
import { serve } from '../../../test/server';
import { DeclareDialog } from './DeclareDialog';

const operation = someOperation();
const lacks = (nature: Schemas['Nature']) => ({
  kind: 'MISSING' as const,
  nature,
  days: 1,
  ranges: [{ from: '2026-10-14', to: '2026-10-14' }],
});

it('takes a declaration back from its notice', async () => {
  const asked = serve({
    'GET /operations/{operationId}/measurements/health': {
      body: { dateFrom: '2026-10-01', dateTo: '2026-10-31', healthySites: 2, sites: [] },
    },
    'POST /operations/{operationId}/measurements/definitive-months': {
      status: 201,
      body: { month: '2026-10', reason: 'Relu', declaredAt: '2026-11-20T10:00:00Z', declaredBy: 'Jeanne' },
    },
    'DELETE /operations/{operationId}/measurements/definitive-months/{month}': { status: 204 },
  });
  renderPage(
    <OperationContext value={operation}>
      <DeclareDialog months={['2026-10']} onClose={() => {}} />
    </OperationContext>,
  );
  fireEvent.change(screen.getByRole('textbox', { name: /Motif/ }), { target: { value: 'Relu avec le GRD' } });
  fireEvent.click(screen.getByRole('button', { name: 'Déclarer définitif' }));
  const { result } = renderHook(useSnackbars);
  await waitFor(() => expect(result.current.at(-1)?.undo).toBeDefined());
  result.current.at(-1)?.undo?.();
  await waitFor(() => expect(asked.filter((call) => call.startsWith('DELETE'))).toHaveLength(1));
  await waitFor(() => expect(result.current.at(-1)?.text).toMatch(/octobre 2026 est révoquée/));
});

it('names the missing days of the month by site, and claims no more than what was declared', async () => {
  serve({
    'GET /operations/{operationId}/measurements/health': {
      body: {
        dateFrom: '2026-10-01',
        dateTo: '2026-10-31',
        healthySites: 1,
        sites: [
          { participantId: 's1', name: 'Toiture', dsoId: '99', problems: [lacks('Prod'), lacks('Surplus')] },
          { participantId: 's2', name: 'École', dsoId: '98', problems: [{ ...lacks('Conso'), kind: 'ESTIMATED' }] },
        ],
      },
    },
    'POST /operations/{operationId}/measurements/definitive-months': {
      status: 201,
      body: { month: '2026-10', reason: 'Relu', declaredAt: '2026-11-20T10:00:00Z', declaredBy: 'Jeanne' },
    },
  });
  renderPage(
    <OperationContext value={operation}>
      <DeclareDialog months={['2026-10']} onClose={() => {}} />
    </OperationContext>,
  );
  expect(await screen.findByText(/1 site a des jours sans mesure, qui resteront manquants/)).toBeVisible();
  expect(screen.getAllByRole('listitem').map((one) => one.textContent?.replace(/\s/g, ' '))).toEqual([
    'Toiture : 14 oct. 2026',
  ]);
  fireEvent.change(screen.getByRole('textbox', { name: /Motif/ }), { target: { value: 'Relu avec le GRD' } });
  fireEvent.click(screen.getByRole('button', { name: 'Déclarer définitif' }));
  const { result } = renderHook(useSnackbars);
  await waitFor(() => expect(result.current.length).toBeGreaterThan(0));
  expect(JSON.stringify(result.current).replace(/\s/g, ' ')).toContain(
    'octobre 2026 : les valeurs reçues sont déclarées définitives. 1 site a toujours des jours manquants : Toiture.',
  );
});
