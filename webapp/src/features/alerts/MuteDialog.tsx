import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { addDays, type Day } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { DayField } from '../../design/DayField';
import { FormDialog } from '../../design/FormDialog';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { WordsField } from '../../design/WordsField';
import { causeOf } from './cause';
import { type Alert, useMute } from './queries';

/** Keeps an alert quiet up to a day, with a reason that others read. */
export function MuteDialog({
  operationId,
  alert,
  onClose,
}: {
  operationId: string;
  alert: Alert;
  onClose: () => void;
}) {
  const t = useT();
  const formats = useFormats();
  const words = useErrorText();
  const mute = useMute();
  const today = formats.dayOf();
  const [until, setUntil] = useState<string>(alert.mute?.until ?? addDays(today, 14));
  const [reason, setReason] = useState(alert.mute?.reason ?? '');
  const problem = mute.error && asApiError(mute.error);
  const wrong = (field: string) => problem?.problem?.errors?.find((one) => one.field === field);
  const shown = (field: string) => {
    const one = wrong(field);
    return one && words(one);
  };
  return (
    <FormDialog
      title={t('alerts.mute.title')}
      confirmLabel={t('alerts.mute.confirm')}
      pending={mute.isPending}
      disabled={until === '' || reason.trim() === ''}
      onSubmit={(event) => {
        event.preventDefault();
        mute.mutate(
          { params: { path: { operationId, alertId: alert.id } }, body: { until, reason: reason.trim() } },
          {
            onSuccess: () => {
              notify(t('alerts.mute.done', { day: formats.day(until as Day, 'medium') }));
              onClose();
            },
          },
        );
      }}
      onClose={onClose}
    >
      <Typography color="textSecondary">
        {[alert.participantName, causeOf(alert, t, formats)].filter(Boolean).join(' : ')}
      </Typography>
      <DayField
        label={t('alerts.mute.untilLabel')}
        value={until}
        onChange={setUntil}
        required
        error={shown('until')}
        hint={t('alerts.mute.untilHint')}
        min={today}
        max={addDays(today, 366)}
      />
      <WordsField
        atMost={500}
        label={t('alerts.mute.reason')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        required
        multiline
        minRows={2}
        error={wrong('reason') !== undefined}
        helperText={shown('reason') ?? t('alerts.mute.reasonHint')}
      />
      {problem?.problem && !wrong('until') && !wrong('reason') && (
        <Typography role="alert" color="error">
          {words(problem.problem)}
        </Typography>
      )}
    </FormDialog>
  );
}
