import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { RowsSkeleton } from '../../design/Skeletons';
import { placeOf } from './places';
import { useOperationSetup } from './queries';
import { SetupSteps } from './SetupSteps';

const PmoDialog = lazy(async () => ({ default: (await import('./PmoDialog')).PmoDialog }));

/**
 * What the operation still needs before its first month, in the place of a page that is empty for
 * want of it; what the page says of itself for those who may not do it, and when nothing is left.
 */
export function OperationSetup({ otherwise }: { otherwise: ReactNode }) {
  const t = useT();
  const can = useCan();
  const operation = useOperation();
  const [editing, setEditing] = useState(false);
  const setup = useOperationSetup(operation.id, can('operation:update'));
  if (setup.isLoading) return <RowsSkeleton rows={6} />;
  if (!setup.data || setup.data.complete) return otherwise;
  return (
    <>
      <SetupSteps
        list={setup.data}
        action={({ kind, state }, first) => {
          const place = placeOf(kind, operation.features);
          const looks = first
            ? ({ variant: 'contained' } as const)
            : ({ variant: state === 'TODO' ? 'outlined' : 'text', color: 'inherit' } as const);
          const label = t(state === 'DONE' ? 'setup.see' : `setup.do.${kind}`);
          const named = { 'aria-label': state === 'DONE' ? `${label} : ${t(`setup.step.${kind}`)}` : label };
          if ('dialog' in place) {
            return (
              <Button {...looks} {...named} onClick={() => setEditing(true)}>
                {label}
              </Button>
            );
          }
          return (
            'page' in place && (
              <Button {...looks} {...named} component={Link} to={`/pmo/operations/${operation.id}/${place.page}`}>
                {label}
              </Button>
            )
          );
        }}
      />
      {editing && (
        <Suspense fallback={null}>
          <PmoDialog operation={operation} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}
