import { useSearchParams } from 'react-router';
import { ViewpointBar } from './ViewpointBar';
import { type Participant, type Side, sideOf, type Viewpoint } from './viewpoint';

/** Keeps the choice of site and side in the address, with the period that is there. */
export function SiteChoice({ view, own }: { view: Viewpoint; own: readonly Participant[] }) {
  const [params, setParams] = useSearchParams();
  if (view.kind === 'operation') return null;
  const go = (siteId: string, side: Side) => {
    const search = new URLSearchParams(params);
    search.set('site', siteId);
    // What a site is first of all needs no word.
    if (own.some(({ id, energyType }) => id === siteId && energyType !== side)) search.set('side', side);
    else search.delete('side');
    setParams(search, { preventScrollReset: true });
  };
  return (
    <ViewpointBar
      view={view}
      own={own}
      onSite={(siteId) => {
        const site = own.find(({ id }) => id === siteId);
        if (site) go(siteId, sideOf(site, params.get('side')));
      }}
      onSide={(side) => go(view.siteId, side)}
    />
  );
}
