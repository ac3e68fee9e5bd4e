import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { useCan } from '../../api/session';

const Due = lazy(async () => ({
  default: (await import('../due/CoefficientsDueAlert')).CoefficientsDueAlert,
}));

/** What is late or soon due in an operation, below its card; nothing for who may not know. */
export function OperationDue(props: { operationId: string; among: readonly string[] }) {
  const can = useCan();
  if (!can('coefficient:read')) return null;
  return (
    <Suspense fallback={null}>
      <Box sx={{ px: 1.5, pb: 1.5, '&:empty': { display: 'none' } }}>
        <Due {...props} />
      </Box>
    </Suspense>
  );
}
