import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { AccountLines } from './AccountLines';
import { useClientAccount, useOwnAccount } from './queries';

type Read = ReturnType<typeof useClientAccount>;

/** The account of a client, on its page and in the list of balances. */
export function ClientAccount({ operationId, clientId }: { operationId: string; clientId: string }) {
  return <Shown account={useClientAccount(operationId, clientId)} />;
}

/** The account of who is billed for a site, as its participant sees it. */
export function OwnAccount({ participantId }: { participantId: string }) {
  return <Shown account={useOwnAccount(participantId)} />;
}

function Shown({ account }: { account: Pick<Read, 'isPending' | 'isError' | 'error' | 'data' | 'refetch'> }) {
  if (account.isPending) return <RowsSkeleton />;
  if (account.isError || !account.data) return <ErrorPanel error={account.error} onRetry={() => account.refetch()} />;
  return <AccountLines account={account.data} />;
}
