import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { addMonths, type Day } from '@openpmo/ui/formats/date';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { Link } from 'react-router';
import { useOperation } from '../../../api/operations';
import { Can } from '../../../design/Can';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { PublishDialog } from '../../billRuns/PublishDialog';
import { type MonthStep, type OperationMonth, useDrafts } from '../queries';

/** Publishes the drafts up to the end of the month, those of months before too: their numbers come first. */
export function PublishStep({ month: { month }, step }: { month: OperationMonth; step: MonthStep }) {
  const t = useT();
  const { id } = useOperation();
  const [publishing, setPublishing] = useState(false);
  const drafts = useDrafts(id);
  const after = addMonths(`${month}-01` as Day, 1);
  const some = (drafts.data ?? []).filter(({ periodEnd }) => periodEnd < after);
  const published = step.published?.number ?? 0;
  return (
    <Stack sx={{ gap: 1.5, alignItems: 'flex-start' }}>
      {step.state === 'NOTHING' && <Typography>{t('month.published.nothing')}</Typography>}
      {step.state === 'WAITING' && step.reason && <Typography>{t(`steps.reason.${step.reason}`)}</Typography>}
      {drafts.isError && <ErrorPanel error={drafts.error} onRetry={() => drafts.refetch()} />}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {step.action === 'PUBLISH_DRAFTS' && some.length > 0 && (
          <Can permission="invoice:publish">
            <Button variant="contained" onClick={() => setPublishing(true)}>
              {t('month.published.publish', { smart_count: some.length })}
            </Button>
          </Can>
        )}
        {published > 0 && (
          <Can permission="invoices:visit">
            <Button
              component={Link}
              to={`/pmo/operations/${id}/billing/invoices?tab=published&month=${month}`}
              variant="outlined"
              color="inherit"
            >
              {t('month.published.see')}
            </Button>
          </Can>
        )}
      </Stack>
      {publishing && <PublishDialog drafts={some} onClose={() => setPublishing(false)} />}
    </Stack>
  );
}
