import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { useCan, useSession } from '../api/session';
import { loadPage } from './screens';

const Card = lazy(async () => ({ default: await loadPage('MyInvoicesCard') }));
const Last = lazy(async () => ({ default: await loadPage('LastInvoices') }));

/**
 * The card of a participant's own invoices, for the foot of a page: those of the operation
 * of the address, or of all its operations. Others have pages for invoices.
 */
export function OwnInvoices() {
  return <Own of={Card} />;
}

/** The newest of them as a fact among others. */
export function OwnLastInvoices() {
  return <Own of={Last} />;
}

function Own({ of: Part }: { of: typeof Card }) {
  const { operationId } = useParams();
  const { role } = useSession();
  const can = useCan();
  if (role !== 'participant' || !can('invoice:readOwn')) return null;
  return (
    <Suspense fallback={null}>
      <Part operationId={operationId} />
    </Suspense>
  );
}
