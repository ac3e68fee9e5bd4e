import { fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../api/operations';
import { renderPage, someOperation } from '../../test/render';
import { Meaning } from './EssentialFacts';
import { type Participant, viewpointOf } from './model';
import { SiteChoice } from './SiteChoice';

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
    expect(screen.getByRole('combobox', { name: 'Producteur' })).toHaveTextContent('Grand toit');
    fireEvent.click(screen.getByRole('button', { name: 'Ma production' }));
    expect(address()).toBe(`${base}/xavier?from=2026-10-01&to=2026-10-31&site=xavier&side=producer`);
    expect(screen.getByRole('button', { name: 'Ma production' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.queryByRole('combobox', { name: 'Producteur' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Ma consommation' }));
    expect(address()).toBe(`${base}/${roof}?from=2026-10-01&to=2026-10-31&site=xavier`);
  });
  it('stay as they are when the one in view is pressed', () => {
    open([xavier], `${base}/xavier`);
    expect(screen.getByRole('combobox', { name: 'Producteur' })).toHaveTextContent('Maison Xavier');
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
  const found = { rate: 0.19, shared: 42_000_000, whole: 224_000_000, rest: 149_000_000 };
  const view = { kind: 'consumer', operationId: 'op', siteId: 'zoe', producerId: roof } as const;
  const sentence = (local?: number) => {
    const { container } = renderPage(<Meaning view={view} found={{ ...found, ...(local ? { local } : {}) }} />);
    return container.textContent?.replace(/\s+/g, ' ');
  };
  it('tell what came from elsewhere, prosumers among them', () => {
    expect(sentence(75_000_000)).toBe(
      'Soit 75 kWh locaux, dont 42 kWh de ce producteur, sur les 224 kWh que vous avez consommés. Du réseau : 149 kWh.',
    );
  });
  it('tell of one producer where all came from there', () => {
    const alone = 'Soit 42 kWh sur les 224 kWh que vous avez consommés. Le reste, 149 kWh, vient du réseau.';
    expect([sentence(42_000_000), sentence()]).toEqual([alone, alone]);
  });
});
