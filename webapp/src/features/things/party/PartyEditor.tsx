import { useOperation } from '../../../api/operations';
import { PartyDialog } from '../../parties/PartyDialog';
import type { Party, Side } from '../../parties/parties';
import { useClients, useIssuers, useSites } from '../../parties/queries';

/** The form of a party, once the sites that it offers are known. */
export function PartyEditor({ side, party, onClose }: { side: Side; party: Party; onClose: () => void }) {
  const operation = useOperation();
  const issuers = useIssuers(operation.id);
  const clients = useClients(operation.id);
  const sites = useSites(operation.id);
  const parties: readonly Party[] | undefined = side === 'issuer' ? issuers.data : clients.data;
  if (!parties || !sites.data) return null;
  return <PartyDialog {...{ operation, side, party, parties, onClose }} sites={sites.data} />;
}
