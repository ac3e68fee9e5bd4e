import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Stack from '@mui/material/Stack';
import { asApiError, type Schemas } from '@openpmo/sdk';
import { isDay } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../api/operations';
import { DayField } from '../../design/DayField';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { useErrorText } from '../../design/useProblemText';
import { useRunCheck } from './queries';
import { RunPreview } from './RunPreview';
import { sizeOf } from './runs';
import { useBeginRun } from './useBeginRun';

interface RunFormProps {
  mode: Schemas['RunMode'];
  onClose: () => void;
  onStarted: (runId: string) => void;
}

/** Up to which day to bill, and what that means; the server proposes the last month that is complete. */
export function RunForm({ mode, onClose, onStarted }: RunFormProps) {
  const t = useT();
  const operation = useOperation();
  const proposal = useRunCheck(operation.id, undefined, true);
  const [typed, setTyped] = useState<string>();
  const proposed = proposal.data?.proposedBillUpTo;
  const day = typed ?? proposed;
  const valid = day !== undefined && isDay(day);
  const check = useRunCheck(operation.id, day, valid);
  const begin = useBeginRun(operation.id, mode, onStarted);
  const words = useErrorText();
  const wrongDay = asApiError(check.error)?.fields.find(({ field }) => field === 'billUpTo');
  const refused = valid && wrongDay ? words(wrongDay) : undefined;
  const count = valid && check.data ? sizeOf(check.data.clients).periods : 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (valid && check.data && count > 0) begin.start(day);
      }}
      noValidate
      style={{ display: 'contents' }}
    >
      <DialogContent sx={{ pt: 1 }}>
        <Stack spacing={2}>
          <BillUpTo
            value={day}
            proposed={proposed}
            definitive={proposal.data?.lastDefinitive !== undefined}
            refused={refused}
            onChange={setTyped}
          />
          {proposal.isError && <ErrorPanel error={proposal.error} onRetry={() => proposal.refetch()} />}
          {check.isError && !refused && <ErrorPanel error={check.error} onRetry={() => check.refetch()} />}
          {(proposal.isPending || check.isLoading) && <RowsSkeleton rows={4} />}
          {valid && check.data && <RunPreview check={check.data} />}
          {begin.message && (
            <Alert
              severity="error"
              variant="outlined"
              role="alert"
              action={
                begin.inBackground && (
                  <Button size="small" color="inherit" onClick={() => day && begin.inBackground?.(day)}>
                    {t('billRuns.form.background')}
                  </Button>
                )
              }
            >
              {begin.message}
            </Alert>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={begin.pending}>
          {t('design.cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={begin.pending} disabled={count === 0}>
          {t(mode === 'SYNC' ? 'billRuns.form.submitSync' : 'billRuns.form.submitAsync', { smart_count: count })}
        </Button>
      </DialogActions>
    </form>
  );
}

interface BillUpToProps {
  value: string | undefined;
  proposed: string | undefined;
  /** The proposal is a month that is complete and definitive, and not just the last one. */
  definitive: boolean;
  /** Why the server does not take the day. */
  refused: string | undefined;
  onChange: (day: string) => void;
}

function BillUpTo({ value, proposed, definitive, refused, onChange }: BillUpToProps) {
  const t = useT();
  const formats = useFormats();
  const hint =
    proposed === undefined
      ? undefined
      : value === proposed
        ? t(definitive ? 'billRuns.form.proposed' : 'billRuns.form.proposedLastMonth')
        : t('billRuns.form.otherThanProposed', { date: formats.day(proposed) });
  return (
    <DayField
      label={t('billRuns.form.billUpTo')}
      value={value}
      onChange={onChange}
      error={value === '' ? t('errors.date.invalid') : refused}
      hint={hint}
      sx={{ maxWidth: 420 }}
    />
  );
}
