import { fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { renderPage, someOperation } from '../../../test/render';
import { Meaning } from '../essentials/EssentialFacts';
import { asTold, essentialsOf } from '../essentials/essentials';
import { ownFlows } from '../flows/ownFlows';
import { tilesOf } from '../tiles/tileFigures';
import { SiteChoice } from './SiteChoice';
import { type Participant, viewpointOf } from './viewpoint';

const roof = 'roof';
const operation = someOperation({
  id: 'op',
  activeProducerId: roof,
  producers: [
    { id: roof, name: 'Grand toit' },
    { id: 'xavier', name: 'Maison Xavier', own: true },
  ],
});
const xavier = { id: 'xavier', name: 'Maison Xavier', energyType: 'consumer', isProsumer: true } as Participant;
const zoe = { id: 'zoe', name: 'Zoé', energyType: 'consumer', isProsumer: false } as Participant;

/** The choice as the page shows it at an address, and the address. */
function Choice({ own }: { own: readonly Participant[] }) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  const view = viewpointOf('op', own, {
    siteId: params.get('site') ?? undefined,
    producerId: pathname.split('/prod/')[1],
    side: params.get('side'),
  });
  return (
    <OperationContext value={operation}>
      {view && <SiteChoice view={view} own={own} />}
      <output>{`${pathname}${search}`}</output>
    </OperationContext>
  );
}

const base = '/pmo/operations/op/dashboard/prod';
const open = (own: readonly Participant[], path: string) => renderPage(<Choice own={own} />, { path });
const address = () => screen.getByRole('status').textContent;

describe('the sides of a prosumer', () => {
  it('are a switch: what it used, seen from the usual producer, and what it made', () => {
    open([xavier], `${base}/${roof}?from=2026-10-01&to=2026-10-31`);
    expect(screen.getByRole('button', { name: 'Ma consommation' })).toHaveAttribute('aria-pressed', 'true');
    fireEvent.click(screen.getByRole('button', { name: 'Ma production' }));
    expect(address()).toBe(`${base}/xavier?from=2026-10-01&to=2026-10-31&site=xavier&side=producer`);
    expect(screen.getByRole('button', { name: 'Ma production' })).toHaveAttribute('aria-pressed', 'true');
    fireEvent.click(screen.getByRole('button', { name: 'Ma consommation' }));
    expect(address()).toBe(`${base}/${roof}?from=2026-10-01&to=2026-10-31&site=xavier`);
  });
  it('stay as they are when the one in view is pressed', () => {
    open([xavier], `${base}/xavier`);
    fireEvent.click(screen.getByRole('button', { name: 'Ma consommation' }));
    expect(address()).toBe(`${base}/xavier`);
  });
  it('are no choice for others', () => {
    open([xavier, zoe], `${base}/xavier?site=xavier&side=producer`);
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Mon site' }));
    fireEvent.click(screen.getByRole('option', { name: 'Zoé' }));
    expect(address()).toBe(`${base}/${roof}?site=zoe`);
    expect(screen.queryByRole('button', { name: 'Ma production' })).toBeNull();
  });
});

describe('the figures behind the rate', () => {
  const view = { kind: 'consumer', operationId: 'op', siteId: 'zoe' } as const;
  const kWh = 1_000_000;
  const of = (energyMilliWh: number) => ({ energyMilliWh });
  const totals = (known: number) => ({
    consumption: of(666.4 * kWh),
    autoConsumption: of(164.5 * kWh),
    receivedMilliWh: 164.5 * kWh,
    complementMilliWh: known,
    selfProductionRate: 164.5 / 666.4,
  });
  const said = (text: string | null) =>
    [...(text ?? '').matchAll(/([\d,]+)\s*kWh/g)].map(([, n]) => Number(n?.replace(',', '.')));

  it.each([
    [501.9 * kWh, [165, 666, 501]],
    [451.4 * kWh, [165, 666, 451, 50]],
  ])('are the same in sentence, tiles and flow, and add up (%d from the grid)', (complement, figures) => {
    const found = essentialsOf('consumer', totals(complement));
    if (!found) throw new Error('nothing found');
    const { container } = renderPage(<Meaning view={view} found={found} />);
    expect(said(container.textContent)).toEqual(figures);
    const [shared = 0, whole = 0, ...others] = figures;
    expect(others.reduce((sum, one) => sum + one, shared)).toBe(whole);
    const tiles = asTold(tilesOf('consumer', totals(complement), []), found);
    const value = (id: string) => (tiles.find((tile) => tile.id === id)?.value ?? 0) / kWh;
    expect([value('received'), value('consumption'), value('complement')]).toEqual(figures.slice(0, 3));
    const { links } = ownFlows(
      { used: found },
      { me: 'me', local: 'l', grid: 'g', unknown: 'u', shared: 's', surplus: 'r' },
    );
    expect(links.map(({ milliWh }) => milliWh / kWh)).toEqual([shared, ...others]);
  });

  it('are all as fine as the smallest', () => {
    const found = essentialsOf('consumer', { consumption: of(25 * kWh), autoConsumption: of(3.274 * kWh) });
    if (!found) throw new Error('nothing found');
    const { container } = renderPage(<Meaning view={view} found={found} />);
    expect(said(container.textContent)).toEqual([3.27, 25, 21.73]);
  });
});
