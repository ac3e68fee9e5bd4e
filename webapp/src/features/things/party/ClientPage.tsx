import { useT } from '@openpmo/ui/i18n/context';
import { useParams } from 'react-router';
import { useOperation } from '../../../api/operations';
import { useClient } from '../queries';
import { PartyView } from './PartyView';

/** One client: who pays, for which sites, by which plans, and what. */
export function ClientPage() {
  const t = useT();
  const { id = '' } = useParams();
  const client = useClient(useOperation().id, id);
  return <PartyView key={id} side="client" party={client.data} state={client} kind={t('pages.kind.client')} />;
}
