import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { later } from '../../design/later';
import { ThingLink } from '../../design/ThingLink';
import type { Transmission } from './queries';
import { Section } from './Section';
import { useResend } from './useResend';
import { reasonWords } from './words';

// Most visits only read.
const ReissueDialog = later(async () => (await import('./ReissueDialog')).ReissueDialog);

/** Invoices that were refused and still stand: why, in words, and what mends it. */
export function TaskList({ tasks }: { tasks: readonly Transmission[] }) {
  const t = useT();
  const can = useCan();
  const { id: operationId } = useOperation();
  const resend = useResend(operationId);
  const [asking, setAsking] = useState<Transmission>();
  if (tasks.length === 0) return null;
  return (
    <Section
      title={t('einvoicing.tasks.title', { smart_count: tasks.length })}
      text={t('einvoicing.tasks.text', { smart_count: tasks.length })}
    >
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 2 }}>
        {tasks.map((one) => (
          <Stack
            key={one.id}
            component="li"
            direction="row"
            sx={{ gap: 2, alignItems: 'flex-start', flexWrap: 'wrap' }}
          >
            <Stack sx={{ flex: '1 1 280px', minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600, '& a': { textDecoration: 'underline' } }}>
                <ThingLink thing="invoice" id={one.invoiceId}>
                  {one.number}
                </ThingLink>{' '}
                · {one.billableEntityName}
              </Typography>
              <Typography>
                {one.refusedBy && t('einvoicing.refused', { by: t(`enums.TransmissionRefuser.${one.refusedBy}`) })}{' '}
                {one.reasons.map((reason) => reasonWords(t, reason)).join(', ')}
              </Typography>
            </Stack>
            {one.ended && can('invoice:cancel') && (
              <Button variant="outlined" size="small" onClick={() => setAsking(one)}>
                {t('einvoicing.reissue.open')}
              </Button>
            )}
            {one.resendable && can('einvoicing:send') && (
              <Button
                variant="outlined"
                size="small"
                disabled={resend.isPending}
                onClick={() => resend.start([one.invoiceId])}
              >
                {t('einvoicing.send.again')}
              </Button>
            )}
          </Stack>
        ))}
      </Stack>
      {asking && <ReissueDialog transmission={asking} onClose={() => setAsking(undefined)} />}
    </Section>
  );
}
