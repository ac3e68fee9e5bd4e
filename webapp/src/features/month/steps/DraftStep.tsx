import PlayCircleOutlined from '@mui/icons-material/PlayCircleOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { addDays, addMonths, type Day } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { Link } from 'react-router';
import { useOperation } from '../../../api/operations';
import { Can } from '../../../design/Can';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { TaskProgress } from '../../../design/TaskProgress';
import { useRun, useStartRun } from '../../billRuns/queries';
import { attemptKey } from '../../billRuns/runs';
import type { MonthStep, OperationMonth } from '../queries';

/** Drafts of all that is due up to the end of the month. */
export function DraftStep({ month: { month }, step }: { month: OperationMonth; step: MonthStep }) {
  const t = useT();
  const formats = useFormats();
  const { id: operationId } = useOperation();
  const start = useStartRun();
  const [key, setKey] = useState(attemptKey);
  const last = addDays(addMonths(`${month}-01` as Day, 1), -1);
  const { drafts, state, action } = step;
  const live = useRun(operationId, drafts?.runId);
  const begin = () =>
    start.mutate(
      {
        params: { path: { operationId }, header: { 'Idempotency-Key': key } },
        body: { billUpTo: last, mode: 'ASYNC' },
      },
      { onSettled: () => setKey(attemptKey()) },
    );
  if (state === 'NOTHING') return <Typography>{t('month.drafts.nothing')}</Typography>;
  if (state === 'RUNNING') {
    return <TaskProgress label={t('month.drafts.running')} status="PENDING" progress={live.data?.progress} />;
  }
  const done = state === 'DONE';
  const number = drafts?.number ?? 0;
  return (
    <Stack sx={{ gap: 1.5, alignItems: 'flex-start' }}>
      {step.reason !== 'MONTH_NOT_OVER' && (
        <Typography color="textSecondary">
          {t('month.drafts.advice', { date: formats.day(last, 'medium') })}
          {drafts?.previousAmountCents !== undefined &&
            ` ${t('month.drafts.previous', { amount: formats.money(drafts.previousAmountCents) })}.`}
        </Typography>
      )}
      {step.reason === 'CHECKS_BLOCK' && <Typography>{t('month.drafts.refused')}</Typography>}
      {start.error && <ErrorPanel error={start.error} />}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {(action === 'MAKE_DRAFTS' || (done && number > 0)) && (
          <Can permission="run:run">
            <Button
              variant={done || state === 'WAITING' ? 'outlined' : 'contained'}
              color={done ? 'inherit' : 'primary'}
              startIcon={<PlayCircleOutlined />}
              onClick={begin}
              loading={start.isPending}
            >
              {t(done ? 'month.drafts.again' : state === 'WAITING' ? 'month.drafts.makeSome' : 'month.drafts.make')}
            </Button>
          </Can>
        )}
        {number > 0 && (
          <Can permission="invoices:visit">
            <Button
              component={Link}
              to={`/pmo/operations/${operationId}/billing/invoices?tab=drafts`}
              variant="outlined"
              color="inherit"
            >
              {t('month.drafts.see')}
            </Button>
          </Can>
        )}
      </Stack>
    </Stack>
  );
}
