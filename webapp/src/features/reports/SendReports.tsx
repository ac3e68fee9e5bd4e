import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { useMailing, useSendReports } from './queries';

const names = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : '');

/** Mails the report of each site to its contact, and says what that came to. */
export function SendReports({ operationId, period }: { operationId: string; period: string }) {
  const t = useT();
  const id = useId();
  const [asking, setAsking] = useState(false);
  const send = useSendReports();
  const mailing = useMailing(send.data?.jobId);
  const ended = mailing.data?.status === 'SUCCESS' ? mailing.data.result : undefined;
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} variant="h3" sx={{ fontSize: '1rem', fontWeight: 620 }}>
        {t('reporting.send')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {t('reporting.send.advice')}
      </Typography>
      <Button
        variant="outlined"
        loading={send.isPending || (send.isSuccess && mailing.data?.status === 'PENDING')}
        onClick={() => setAsking(true)}
      >
        {t('reporting.send')}
      </Button>
      <Box aria-live="polite" sx={{ mt: 1 }}>
        {ended && (
          <>
            <Typography>{t('reporting.sentTo', { smart_count: Number(ended.mailed ?? 0) })}</Typography>
            {names(ended.unreached) && (
              <Typography>{t('reporting.unreached', { names: names(ended.unreached) })}</Typography>
            )}
            {names(ended.failed) && <Typography>{t('reporting.failed', { names: names(ended.failed) })}</Typography>}
          </>
        )}
      </Box>
      <ConfirmDialog
        open={asking}
        title={t('reporting.send')}
        confirmLabel={t('reporting.send.confirm')}
        pending={send.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          send.mutate({ params: { path: { operationId } }, body: { period } }, { onSettled: () => setAsking(false) })
        }
      >
        <Typography>{t('reporting.send.advice')}</Typography>
      </ConfirmDialog>
    </Box>
  );
}
