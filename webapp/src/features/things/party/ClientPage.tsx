import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { useOperation } from '../../../api/operations';
import { Can } from '../../../design/Can';
import { RowsSkeleton } from '../../../design/Skeletons';
import { Part } from '../parts/Part';
import { useClient } from '../queries';
import { PartyView } from './PartyView';

const ClientAccount = lazy(async () => ({
  default: (await import('../../receivables/ClientAccount')).ClientAccount,
}));

/** One client: who pays, for which sites, by which plans, what, and what it owes. */
export function ClientPage() {
  const t = useT();
  const { id = '' } = useParams();
  const operation = useOperation();
  const client = useClient(operation.id, id);
  const account = (
    <Can permission="balance:read">
      <Part title={t('receivables.account.title')}>
        <Suspense fallback={<RowsSkeleton />}>
          <ClientAccount operationId={operation.id} clientId={id} />
        </Suspense>
      </Part>
    </Can>
  );
  return (
    <PartyView
      key={id}
      side="client"
      party={client.data}
      state={client}
      kind={t('pages.kind.client')}
      account={account}
    />
  );
}
