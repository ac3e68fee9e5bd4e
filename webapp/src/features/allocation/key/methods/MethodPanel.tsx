import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense } from 'react';
import { RowsSkeleton } from '../../../../design/Skeletons';
import type { KeyEditor } from '../editor/useKeyEditor';
import { parameterOf } from '../key';
import { MethodCards } from './MethodCards';

// A method without a number for each site goes without a table.
const ParametersTable = lazy(async () => ({ default: (await import('../ParametersTable')).ParametersTable }));

/** How the production is shared, and the number of each site. */
export function MethodPanel({ editor, onTab }: { editor: KeyEditor; onTab: (tab: 'pools' | 'sending') => void }) {
  const t = useT();
  const { edited, sites, change } = editor;
  return (
    <>
      <MethodCards
        value={edited.type}
        computedByOperator={editor.computedByOperator}
        onChange={change && ((value) => change({ type: 'method', value }))}
      />
      {edited.type === 'by_default' && (
        <Alert severity="info" variant="outlined" sx={{ mt: 2 }}>
          {t('allocation.method.nothingToSend')}
        </Alert>
      )}
      {edited.type === 'by_pool' && (
        <Alert
          severity="info"
          variant="outlined"
          sx={{ mt: 2 }}
          action={
            <Button size="small" color="inherit" className="no-print" onClick={() => onTab('pools')}>
              {t('allocation.method.toPools')}
            </Button>
          }
        >
          {t('allocation.method.poolsElsewhere')}
        </Alert>
      )}
      {edited.type === 'simple_dynamic' && (
        <Alert
          severity="info"
          variant="outlined"
          sx={{ mt: 2 }}
          action={
            <Button size="small" color="inherit" className="no-print" onClick={() => onTab('sending')}>
              {t('allocation.method.toSending')}
            </Button>
          }
        >
          {t('allocation.method.importElsewhere')}
        </Alert>
      )}
      {parameterOf(edited.type) && (
        <Suspense fallback={<RowsSkeleton />}>
          <ParametersTable key={edited.type} edited={edited} sites={sites} change={change} />
        </Suspense>
      )}
    </>
  );
}
