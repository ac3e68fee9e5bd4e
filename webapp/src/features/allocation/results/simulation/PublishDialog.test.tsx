import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OperationContext } from '../../../../api/operations';
import { someKeyCheck } from '../../../../test/records';
import { renderPage, someOperation, someSession } from '../../../../test/render';
import { serve } from '../../../../test/server';
import type { Config } from '../../key/key';
import { PublishDialog } from './PublishDialog';

const operation = someOperation({});

it('warns of a group without a site, with its percentage and the energy, before the yes', async () => {
  const totals = (surplus: number, shared: number) => ({ surplusMilliWh: surplus * 1e6, sharedMilliWh: shared * 1e6 });
  serve({
    'GET /operations/{operationId}/measurements/date-ranges': {
      body: {
        uploadedData: [{ from: '2020-01-01', to: '2099-12-31' }],
        nonDefinitiveDataRange: [],
        timezone: 'Europe/Paris',
      },
    },
    'POST /operations/{operationId}/energy-allocation/config/check': { body: someKeyCheck([], { emptyPools: [1] }) },
    'POST /operations/{operationId}/energy-allocation/simulations': {
      body: {
        steps: 1,
        missingDays: 0,
        dateFrom: '2026-10-01',
        dateTo: '2026-10-31',
        participants: [],
        inForce: totals(100, 900),
        simulated: totals(460, 540),
      },
    },
  });
  const draft = {
    id: 'd1',
    name: 'Essai',
    type: 'by_pool',
    params: [],
    pools: [
      {
        id: 'p1',
        name: 'Logements',
        algorithm: 'by_default',
        priority: 1,
        percentageProduction: 40,
        surplusDestinationPoolName: 'Surplus',
        consumersInPool: [],
        producersInPool: [],
        withinPoolProductionParams: {},
      },
    ],
  } as unknown as Config;
  renderPage(
    <OperationContext value={operation}>
      <PublishDialog draft={draft} onClose={() => {}} />
    </OperationContext>,
    { session: someSession({ policy: ['key:read', 'key:update'] }) },
  );
  expect(
    await screen.findByText(/Le groupe Logements n’a pas de site et prend 40\s% de la production/),
  ).toBeInTheDocument();
  expect(await screen.findByText(/460\skWh de surplus au lieu de 100\skWh/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Mettre en vigueur' })).toBeEnabled();
});
