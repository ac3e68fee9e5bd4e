import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { ErrorPanel } from '../../design/ErrorPanel';
import { later } from '../../design/later';
import { StatusChip } from '../../design/StatusChip';
import { type Transmission, useTransmissions, useWithdraw } from './queries';
import { useResend } from './useResend';
import { problemWords, reasonWords, statusWords } from './words';

// Most visits only read.
const ReissueDialog = later(async () => (await import('./ReissueDialog')).ReissueDialog);

/** Where an invoice is on its way to its buyer's platform, and what is to be done where it was refused. */
export function TransmissionCard({ invoiceId, sendable }: { invoiceId: string; sendable: boolean }) {
  const t = useT();
  const can = useCan();
  const { id: operationId } = useOperation();
  const list = useTransmissions(operationId, invoiceId);
  const resend = useResend(operationId);
  if (list.isError) return <ErrorPanel error={list.error} onRetry={() => list.refetch()} />;
  const all = list.data ?? [];
  const newest = all.find(({ subject }) => subject === 'INVOICE');
  const may = can('einvoicing:send') && sendable && (!newest || newest.resendable);
  return (
    <Stack sx={{ gap: 2 }}>
      {list.isSuccess && all.length === 0 && <Typography color="textSecondary">{t('einvoicing.card.none')}</Typography>}
      {all.map((one) => (
        <OneTransmission key={one.id} transmission={one} />
      ))}
      {list.isSuccess && may && (
        <Button
          variant="outlined"
          size="small"
          sx={{ alignSelf: 'flex-start' }}
          disabled={resend.isPending}
          onClick={() => resend.start([invoiceId])}
        >
          {t(newest ? 'einvoicing.send.again' : 'einvoicing.send.now')}
        </Button>
      )}
    </Stack>
  );
}

function OneTransmission({ transmission }: { transmission: Transmission }) {
  const t = useT();
  const formats = useFormats();
  const can = useCan();
  const { id: operationId } = useOperation();
  const withdraw = useWithdraw(operationId);
  const [asking, setAsking] = useState(false);
  const { id, subject, state, refusedBy, reasons, statuses, problem, connectionName, task, ended, inDoubt } =
    transmission;
  const waits = state === 'QUEUED' && !inDoubt;
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <StatusChip kind="TransmissionState" status={state} />
        <Typography variant="body2" color="textSecondary">
          {subject === 'INVOICE' ? connectionName : t(`enums.TransmissionSubject.${subject}`)}
        </Typography>
      </Stack>
      {transmission.sha256 && transmission.syntax && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {t('einvoicing.card.file', {
            syntax: t(`enums.TransmissionSyntax.${transmission.syntax}`),
            sha256: transmission.sha256,
          })}
        </Typography>
      )}
      {state === 'REFUSED' && (
        <Alert severity="error" variant="outlined">
          {refusedBy && (
            <strong>{t('einvoicing.refused', { by: t(`enums.TransmissionRefuser.${refusedBy}`) })} </strong>
          )}
          {reasons.map((reason) => reasonWords(t, reason)).join(', ')}
        </Alert>
      )}
      {problem && state === 'QUEUED' && (
        <Alert severity="warning" variant="outlined">
          {problemWords(t, problem)}
        </Alert>
      )}
      <Stack component="ol" sx={{ m: 0, p: 0, listStyle: 'none', gap: 0.5 }}>
        {statuses.map(({ code, at }) => (
          <Typography key={`${code} ${at}`} component="li" variant="body2">
            {formats.instant(at)} · {statusWords(t, code)}
          </Typography>
        ))}
      </Stack>
      {can('einvoicing:send') && waits && (
        <Button
          size="small"
          color="inherit"
          variant="outlined"
          sx={{ alignSelf: 'flex-start' }}
          disabled={withdraw.isPending}
          onClick={() => withdraw.mutate(id)}
        >
          {t('einvoicing.withdraw')}
        </Button>
      )}
      {can('invoice:cancel') && task && ended && (
        <Button variant="outlined" size="small" sx={{ alignSelf: 'flex-start' }} onClick={() => setAsking(true)}>
          {t('einvoicing.reissue.open')}
        </Button>
      )}
      {asking && <ReissueDialog transmission={transmission} onClose={() => setAsking(false)} />}
    </Stack>
  );
}
