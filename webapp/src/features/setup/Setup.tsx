import { lazy, type ReactNode, Suspense } from 'react';

const OperationSetup = lazy(async () => ({ default: (await import('./OperationSetup')).OperationSetup }));

/** `OperationSetup`, loaded only where a page is empty; `otherwise` stands there meanwhile too. */
export function Setup({ otherwise = null }: { otherwise?: ReactNode }) {
  return (
    <Suspense fallback={otherwise}>
      <OperationSetup otherwise={otherwise} />
    </Suspense>
  );
}
