import { fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import { OperationContext } from '../../../api/operations';
import { renderPage, someOperation } from '../../../test/render';
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
    side: params.get('side'),
  });
  return (
    <OperationContext value={operation}>
      {view && <SiteChoice view={view} own={own} />}
      <output>{`${pathname}${search}`}</output>
    </OperationContext>
  );
}

const base = '/pmo/operations/op/my-data';
const open = (own: readonly Participant[], path: string) => renderPage(<Choice own={own} />, { path });
const address = () => screen.getByRole('status').textContent;

describe('the sides of a prosumer', () => {
  it('are a switch: what it used, and what it made', () => {
    open([xavier], `${base}?from=2026-10-01&to=2026-10-31`);
    expect(screen.getByRole('button', { name: 'Ma consommation' })).toHaveAttribute('aria-pressed', 'true');
    fireEvent.click(screen.getByRole('button', { name: 'Ma production' }));
    expect(address()).toBe(`${base}?from=2026-10-01&to=2026-10-31&site=xavier&side=producer`);
    expect(screen.getByRole('button', { name: 'Ma production' })).toHaveAttribute('aria-pressed', 'true');
    fireEvent.click(screen.getByRole('button', { name: 'Ma consommation' }));
    expect(address()).toBe(`${base}?from=2026-10-01&to=2026-10-31&site=xavier`);
  });
  it('stay as they are when the one in view is pressed', () => {
    open([xavier], base);
    fireEvent.click(screen.getByRole('button', { name: 'Ma consommation' }));
    expect(address()).toBe(base);
  });
  it('are no choice for others', () => {
    open([xavier, zoe], `${base}?site=xavier&side=producer`);
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Mon site' }));
    fireEvent.click(screen.getByRole('option', { name: 'Zoé' }));
    expect(address()).toBe(`${base}?site=zoe`);
    expect(screen.queryByRole('button', { name: 'Ma production' })).toBeNull();
  });
});
