import { lazy, Suspense } from 'react';
import { useOperation } from '../api/operations';
import { useCan } from '../api/session';
import { loadPage } from './screens';

const Owed = lazy(async () => ({ default: await loadPage('Owed') }));
const Next = lazy(async () => ({ default: await loadPage('NextInvoice') }));

/** What a participant owes in the operation, in the first card of its first page. */
export function OwnOwed() {
  return <Own of={Owed} />;
}

/** When its next invoice comes, as a fact among others. */
export function OwnNextInvoice() {
  return <Own of={Next} />;
}

/** Nothing where the operation has no billing, or its invoices are not shown. */
function Own({ of: Part }: { of: typeof Owed }) {
  const { id, features } = useOperation();
  const can = useCan();
  if (!features.includes('billing') || !can('invoice:readOwn')) return null;
  return (
    <Suspense fallback={null}>
      <Part operationId={id} />
    </Suspense>
  );
}
