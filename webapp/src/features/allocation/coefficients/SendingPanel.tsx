import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { EmptyState } from '../../../design/EmptyState';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { RowsSkeleton } from '../../../design/Skeletons';
import type { Sites } from '../key/sites';
import type { Keys } from '../key/target';
import { monthState, monthToOpen, sendingPeriod } from './coefficientSets';
import { ImportDialog } from './ImportDialog';
import { MonthCard } from './MonthCard';
import { useCoefficientMonths } from './queries';

/** The coefficients of each month: made, checked, sent, answered (specification section 4). */
export function SendingPanel({ keys, sites }: { keys: Keys; sites: Sites }) {
  const t = useT();
  const formats = useFormats();
  const { id } = useOperation();
  const months = useCoefficientMonths(id, sendingPeriod(formats.dayOf()));
  const [params, setParams] = useSearchParams();
  if (months.isPending) return <RowsSkeleton />;
  if (months.isError) return <ErrorPanel error={months.error} onRetry={() => months.refetch()} />;
  const known = months.data.filter((month) => monthState(month) !== 'notNeeded');
  const nothing = !months.data.some(({ needed }) => needed);
  const byFile = keys.versions.some(
    ({ type, status }) => type === 'simple_dynamic' && (status === 'IN_FORCE' || status === 'SCHEDULED'),
  );
  const open = params.get('month') ?? monthToOpen(known);
  const toggle = (month: string) =>
    setParams(
      (now) => {
        now.set('month', open === month ? '' : month);
        return now;
      },
      { replace: true },
    );
  return (
    <Stack spacing={2}>
      {nothing && (
        <Card>
          <EmptyState
            kind="none"
            title={t('allocation.sending.nothingTitle')}
            advice={
              keys.last.computedByOperator
                ? t('allocation.sending.nothingAdvice', { method: t(`enums.AllocationAlgorithm.${keys.last.type}`) })
                : t('allocation.sending.nothingYet')
            }
          />
        </Card>
      )}
      {!nothing && (
        <Alert severity="info" variant="outlined" action={<Import byFile={byFile} />}>
          {t(byFile ? 'allocation.sending.wordsImport' : 'allocation.sending.words')}
        </Alert>
      )}
      {known.length > 0 && (
        <Typography variant="h2">{t(nothing ? 'allocation.sending.former' : 'allocation.sending.months')}</Typography>
      )}
      <Stack component="ol" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {known.map((month) => (
          <MonthCard
            key={month.month}
            month={month}
            sites={sites}
            open={open === month.month}
            onToggle={() => toggle(month.month)}
          />
        ))}
      </Stack>
    </Stack>
  );
}

/** Only where coefficients come as files. */
function Import({ byFile }: { byFile: boolean }) {
  const t = useT();
  const canCreate = useCan()('coefficient:create');
  const [importing, setImporting] = useState(false);
  if (!canCreate || !byFile) return null;
  return (
    <>
      <Button size="small" color="inherit" onClick={() => setImporting(true)}>
        {t('allocation.import.button')}
      </Button>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}
