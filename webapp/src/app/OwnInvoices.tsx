import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { useCan, useSession } from '../api/session';

const Card = lazy(async () => ({
  default: (await import('../features/myInvoices/MyInvoicesCard')).MyInvoicesCard,
}));

/**
 * The card of a participant's own invoices, for the foot of a page: those of the operation
 * of the address, or of all its operations. Others have pages for invoices.
 */
export function OwnInvoices() {
  const { operationId } = useParams();
  const { role } = useSession();
  const can = useCan();
  if (role !== 'participant' || !can('invoice:readOwn')) return null;
  return (
    <Suspense fallback={null}>
      <Card operationId={operationId} />
    </Suspense>
  );
}
