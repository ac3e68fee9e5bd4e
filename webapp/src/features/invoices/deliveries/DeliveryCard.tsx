import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { ProblemWords } from '../../../design/ProblemWords';
import { notify } from '../../../design/snackbars';
import type { Invoice } from '../queries';
import { DeliveryTag } from './DeliveryTag';
import { byHand, onPaper, repeatable, sendable, usePrint, useSample, useWays, type Way } from './queries';

// Forms are not needed to read.
const SendDialog = lazy(() => import('./SendDialog').then((module) => ({ default: module.SendDialog })));
const SendAgainDialog = lazy(() => import('./SendAgainDialog').then((module) => ({ default: module.SendAgainDialog })));
const MarkDialog = lazy(() => import('./MarkDialog').then((module) => ({ default: module.MarkDialog })));

/** How an issued invoice reached its client, and what can be done for it now. */
export function DeliveryCard({ invoice }: { invoice: Invoice }) {
  const t = useT();
  const can = useCan();
  const { id: operationId } = useOperation();
  const ways = useWays(operationId, invoice.id);
  const sample = useSample(operationId);
  const print = usePrint(operationId);
  const [asking, setAsking] = useState<'send' | 'again' | 'mark'>();
  const close = () => setAsking(undefined);
  if (ways.isError) return <ErrorPanel error={ways.error} onRetry={() => ways.refetch()} />;
  return (
    <Stack sx={{ gap: 1.5, alignItems: 'flex-start' }}>
      <DeliveryTag invoice={invoice} />
      {ways.data && ways.data.length > 0 && (
        <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 1 }}>
          {ways.data.map((one) => (
            <Line key={one.id} way={one} />
          ))}
        </Stack>
      )}
      {can('invoice:send') && (
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          {sendable(invoice) && (
            <Button variant="contained" size="small" onClick={() => setAsking('send')}>
              {t('invoices.send.one')}
            </Button>
          )}
          {byHand(invoice) && (
            <Button variant="contained" size="small" onClick={() => setAsking('mark')}>
              {t(`invoices.send.markAs.${invoice.delivery?.channel ?? 'EINVOICE'}`)}
            </Button>
          )}
          {onPaper(invoice) && (
            <Button
              variant="outlined"
              size="small"
              loading={print.isPending}
              onClick={() => print.mutate([invoice.id])}
            >
              {t('invoices.send.print')}
            </Button>
          )}
          {repeatable(invoice) && (
            <Button variant="outlined" size="small" color="inherit" onClick={() => setAsking('again')}>
              {t('invoices.send.again')}
            </Button>
          )}
          <Button
            variant="outlined"
            size="small"
            color="inherit"
            loading={sample.isPending}
            onClick={() =>
              sample.mutate(invoice.id, {
                onSuccess: (address) => notify(t('invoices.send.sampleSent', { address })),
              })
            }
          >
            {t('invoices.send.sample')}
          </Button>
        </Stack>
      )}
      {asking && (
        <Suspense fallback={null}>
          {asking === 'send' && <SendDialog invoices={[invoice]} onClose={close} />}
          {asking === 'again' && <SendAgainDialog invoice={invoice} onClose={close} />}
          {asking === 'mark' && <MarkDialog invoices={[invoice]} onClose={close} />}
        </Suspense>
      )}
    </Stack>
  );
}

/** One way: by what, to which address, since when, by whom. */
function Line({ way }: { way: Way }) {
  const t = useT();
  const formats = useFormats();
  const { channel, state, current, address, at, day, reference, problem, startedByName } = way;
  const when = day ? formats.day(day) : formats.instant(at);
  const parts = [when, address, reference, startedByName && t('invoices.settle.by', { name: startedByName })].filter(
    Boolean,
  );
  return (
    <li>
      <Typography sx={{ fontWeight: current ? 600 : 400 }}>
        {[channel && t(`enums.InvoiceChannel.${channel}`), t(`enums.DeliveryState.${state}`).toLocaleLowerCase()]
          .filter(Boolean)
          .join(', ')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {parts.join(', ')}
        {problem && parts.length > 0 && ', '}
        {problem?.includes('.') ? <ProblemWords of={{ key: problem }} /> : problem}
      </Typography>
    </li>
  );
}
