import type { Schemas } from '@openpmo/sdk';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../api/operations';
import { accessibilityProblems, renderPage, someOperation, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { Extent } from './Extent';

const operation = someOperation();
const far: Schemas['OperationExtent'] = {
  sitesNumber: 12,
  meters: 3_420,
  farthest: [
    { id: 'a', name: 'Ferme' },
    { id: 'b', name: 'Mairie' },
  ],
  limits: [
    { name: 'EXTENDED', meters: 2_000, within: false },
    { name: 'PERI_URBAN', meters: 10_000, within: true },
    { name: 'RURAL', meters: 20_000, within: true },
  ],
  unplacedNumber: 2,
  unplaced: [{ id: 'c', name: 'Gymnase' }],
  producersNumber: 2,
  knownWatts: 99_000,
  powerlessNumber: 1,
  powerless: [{ id: 'd', name: 'Ombrière' }],
  cap: { name: 'MAINLAND', watts: 5_000_000, within: true },
};

const show = (extent: Schemas['OperationExtent']) => {
  serve({ 'GET /operations/{operationId}/extent': { body: extent } });
  return renderPage(
    <OperationContext value={operation}>
      <Extent operationId={operation.id} />
    </OperationContext>,
    { session: someSession({ policy: ['participantDetails:view'] }) },
  );
};

describe('the extent of an operation', () => {
  it('says how far apart the sites lie, which rules hold, and names what is not known', async () => {
    const { container } = show(far);
    expect(await screen.findByText('3,4 km')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ferme' })).toHaveAttribute(
      'href',
      `/pmo/operations/${operation.id}/sites/a`,
    );
    expect(screen.getByText(/Opération étendue.* 2 km \(dépassée\)/)).toBeVisible();
    expect(screen.getByText(/communes rurales et périurbaines.* 10 km \(respectée\)/)).toBeVisible();
    expect(screen.getByText(/Sans emplacement, pas comptés \(2\)/)).toHaveTextContent('Gymnase, et d’autres');
    expect(screen.getByText(/au moins 99/)).toBeVisible();
    expect(screen.getByText(/Puissance inconnue/)).toHaveTextContent('Ombrière');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('does not guess a distance', async () => {
    const { meters: _meters, farthest: _farthest, ...rest } = far;
    show({ ...rest, limits: [] });
    expect(await screen.findByText(/moins de deux sites ont un emplacement/)).toBeVisible();
    expect(screen.queryByText(/Opération étendue/)).toBeNull();
  });
});
