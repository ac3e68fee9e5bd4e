import { useNavigate, useSearchParams } from 'react-router';
import { useOperation } from '../../api/operations';
import type { Participant, Viewpoint } from './model';
import { ViewpointBar } from './ViewpointBar';

/** Keeps the choice of site and producer in the address, with the period that is there. */
export function SiteChoice({ view, own }: { view: Viewpoint; own: readonly Participant[] }) {
  const operation = useOperation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const go = (siteId: string, producerId: string | undefined) => {
    const search = new URLSearchParams(params);
    search.set('site', siteId);
    const base = `/pmo/operations/${operation.id}/dashboard`;
    navigate(`${producerId ? `${base}/prod/${producerId}` : base}?${search}`, { preventScrollReset: true });
  };
  if (view.kind === 'operation') return null;
  const active = view.kind === 'consumer' ? view.producerId : undefined;
  return (
    <ViewpointBar
      view={view}
      own={own}
      producers={operation.producers ?? []}
      onSite={(siteId) => {
        const isProducer = own.some(({ id, energyType }) => id === siteId && energyType === 'producer');
        go(siteId, isProducer ? siteId : (active ?? operation.activeProducerId ?? operation.producers?.[0]?.id));
      }}
      onProducer={(producerId) => go(view.siteId, producerId)}
    />
  );
}
