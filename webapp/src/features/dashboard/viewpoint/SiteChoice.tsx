import { useNavigate, useSearchParams } from 'react-router';
import { useOperation } from '../../../api/operations';
import { ViewpointBar } from './ViewpointBar';
import { type Participant, type Side, sideOf, type Viewpoint } from './viewpoint';

/** Keeps the choice of site, side and producer in the address, with the period that is there. */
export function SiteChoice({ view, own }: { view: Viewpoint; own: readonly Participant[] }) {
  const operation = useOperation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  if (view.kind === 'operation') return null;
  const active = view.kind === 'consumer' ? view.producerId : undefined;
  const go = (siteId: string, side: Side, producerId: string | undefined) => {
    const search = new URLSearchParams(params);
    search.set('site', siteId);
    // What a site is first of all needs no word.
    if (own.some(({ id, energyType }) => id === siteId && energyType !== side)) search.set('side', side);
    else search.delete('side');
    const base = `/pmo/operations/${operation.id}/dashboard`;
    // A producer is looked at on its own address.
    const seenFrom = side === 'producer' ? siteId : producerId;
    navigate(`${seenFrom ? `${base}/prod/${seenFrom}` : base}?${search}`, { preventScrollReset: true });
  };
  const usual = operation.activeProducerId ?? operation.producers?.[0]?.id;
  return (
    <ViewpointBar
      view={view}
      own={own}
      onSite={(siteId) => {
        const site = own.find(({ id }) => id === siteId);
        if (site) go(siteId, sideOf(site, params.get('side')), active ?? usual);
      }}
      onSide={(side) => go(view.siteId, side, active ?? usual)}
    />
  );
}
