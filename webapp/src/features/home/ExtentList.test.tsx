import type { Schemas } from '@openpmo/sdk';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, renderPage, someSession } from '../../test/render';
import { serve } from '../../test/server';
import { ExtentList } from './ExtentList';
import type { MonthLine } from './queries';

const limits = (kept: number): Schemas['DistanceLimit'][] =>
  (
    [
      ['EXTENDED', 2_000],
      ['PERI_URBAN', 10_000],
      ['RURAL', 20_000],
    ] as const
  ).map(([name, meters], at) => ({ name, meters, within: at >= kept }));

const line = (name: string, more: Partial<Schemas['OperationExtentLine']>): Schemas['OperationExtentLine'] => ({
  operationId: name,
  operationName: name,
  sitesNumber: 12,
  limits: [],
  unplacedNumber: 0,
  producersNumber: 0,
  knownWatts: 0,
  powerlessNumber: 0,
  ...more,
});

describe('distance and power below the map', () => {
  it('says which distance each operation keeps to, and what is not known', async () => {
    const rows = [
      line('Près', {
        meters: 1_400,
        limits: limits(0),
        producersNumber: 2,
        knownWatts: 36_000,
        cap: { name: 'MAINLAND', watts: 5_000_000, within: true },
      }),
      line('Loin', { meters: 7_400, limits: limits(1), unplacedNumber: 2 }),
      line('Trop', {
        meters: 31_000,
        limits: limits(3),
        producersNumber: 1,
        knownWatts: 5_000_000,
        powerlessNumber: 1,
        cap: { name: 'MAINLAND', watts: 5_000_000, within: false },
      }),
      line('Nulle', { unplacedNumber: 12 }),
      line('Belge', { meters: 900 }),
    ];
    serve({ 'GET /extents': { body: rows } });
    const { container } = renderPage(
      <ExtentList lines={rows.map(({ operationId }) => ({ operationId }) as MonthLine)} />,
      { session: someSession({ policy: ['participant:read'] }) },
    );
    const of = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement);
    expect((await of('Près')).getByText('1,4 km, dans les 2 km')).toBeVisible();
    expect((await of('Près')).getByText(/36\skW sur 5\s000\skW|36\skW sur 5\sMW/)).toBeVisible();
    expect(
      (await of('Loin')).getByText('7,4 km, sur dérogation jusqu’à 10 km · 2 sites sans emplacement'),
    ).toBeVisible();
    expect((await of('Trop')).getByText('31 km, au-delà de 20 km')).toBeVisible();
    expect((await of('Trop')).getByText(/plafond de .* est atteint · 1 puissance inconnue/)).toBeVisible();
    expect((await of('Nulle')).getByText('distance inconnue · 12 sites sans emplacement')).toBeVisible();
    expect((await of('Belge')).getByText('0,9 km')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('asks nothing for who may not read sites', () => {
    const asked = serve({ 'GET /extents': { body: [] } });
    renderPage(<ExtentList lines={[{ operationId: 'a' } as MonthLine]} />, { session: someSession() });
    expect(asked).toEqual([]);
  });
});
