import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { asApiError, type Schemas } from '@openpmo/sdk';
import type { Day } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { useOperation } from '../../api/operations';
import { useErrorText, useRefusalTexts } from '../../design/useProblemText';
import { PublishResult } from './PublishResult';
import { type Invoice, usePublish } from './queries';
import { attemptKey, totalsByIssuer, totalsOf } from './runs';

interface PublishDialogProps {
  /** The drafts; the dialog keeps them, whatever the list behind it becomes. */
  drafts: readonly Invoice[];
  onClose: () => void;
  /** Something was published. */
  onPublished?: () => void;
}

/** Asks once more with the totals, publishes, then says what became of each. */
export function PublishDialog({ drafts: given, onClose, onPublished }: PublishDialogProps) {
  const t = useT();
  const titleId = useId();
  useRefusalTexts();
  const words = useErrorText();
  const { id: operationId } = useOperation();
  const [drafts] = useState(given);
  const [key, setKey] = useState(attemptKey);
  const [agreed, setAgreed] = useState(false);
  const [results, setResults] = useState<Schemas['BulkResult'][]>();
  const publish = usePublish();
  const failure = asApiError(publish.error);
  const asked = failure?.key === 'invoice.energyUnpriced';
  const confirm = () =>
    publish.mutate(
      {
        params: { path: { operationId }, header: { 'Idempotency-Key': key } },
        body: { ids: drafts.map(({ id }) => id), ...(agreed ? { confirmUnpriced: true } : {}) },
      },
      {
        onError: () => setKey(attemptKey()), // what is sent next is another question
        onSuccess: (answer) => {
          setResults(answer.results);
          onPublished?.();
        },
      },
    );
  const count = drafts.length;
  return (
    <Dialog
      open
      onClose={publish.isPending ? undefined : onClose}
      aria-labelledby={titleId}
      maxWidth={results ? 'md' : 'sm'}
    >
      <DialogTitle id={titleId}>
        {t(results ? 'billRuns.publish.resultTitle' : 'billRuns.publish.title', { smart_count: count })}
      </DialogTitle>
      <DialogContent>
        {results ? <PublishResult drafts={drafts} results={results} /> : <Totals drafts={drafts} />}
        {failure && (
          <Alert severity={asked ? 'warning' : 'error'} variant="outlined" role="alert" sx={{ mt: 2 }}>
            {words(failure)}
            {asked && (
              <>
                <Box component="ul" sx={{ my: 1, pl: 2.5 }}>
                  {failure.fields.map((pair) => (
                    <li key={`${pair.params?.consumerId} ${pair.params?.producerId}`}>
                      <UnpricedText pair={pair} />
                    </li>
                  ))}
                </Box>
                <FormControlLabel
                  control={<Checkbox checked={agreed} onChange={(_, on) => setAgreed(on)} />}
                  label={t('billRuns.publish.confirmUnpriced')}
                />
              </>
            )}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        {results ? (
          <Button variant="contained" onClick={onClose} autoFocus>
            {t('design.close')}
          </Button>
        ) : (
          <>
            <Button color="inherit" onClick={onClose} disabled={publish.isPending} autoFocus>
              {t('design.cancel')}
            </Button>
            <Button variant="contained" onClick={confirm} loading={publish.isPending} disabled={asked && !agreed}>
              {t('billRuns.publish.confirm', { smart_count: count })}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** One pair that nobody is billed for, with days and energy as people write them. */
function UnpricedText({ pair: { params } }: { pair: { params?: Record<string, unknown> | undefined } }) {
  const t = useT();
  const formats = useFormats();
  const text = (name: string) => String(params?.[name] ?? '');
  return t('billRuns.publish.unpricedPair', {
    consumer: text('consumer'),
    producer: text('producer'),
    energy: formats.energy(Number(text('quantity')) * 1_000_000),
    period: formats.dayRange(text('from') as Day, text('to') as Day),
  });
}

/** What is about to be asked of clients, issuer by issuer. */
function Totals({ drafts }: { drafts: readonly Invoice[] }) {
  const t = useT();
  const formats = useFormats();
  const totals = totalsOf(drafts);
  const issuers = totalsByIssuer(drafts);
  return (
    <Stack spacing={2}>
      <Box>
        <Typography sx={{ fontSize: '1.625rem', fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
          {formats.money(totals.amountCents)}
        </Typography>
        <Typography color="textSecondary">
          {t('billRuns.publish.totals', { net: formats.money(totals.netCents), vat: formats.money(totals.vatCents) })}
        </Typography>
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', borderTop: 1, borderColor: 'divider' }}>
        {issuers.map(({ id, name, count, amountCents }) => (
          <Stack
            key={id}
            component="li"
            direction="row"
            sx={{ gap: 2, py: 0.75, borderBottom: 1, borderColor: 'divider', justifyContent: 'space-between' }}
          >
            <span>
              {name} · {t('billRuns.invoices', { smart_count: count })}
            </span>
            <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
              {formats.money(amountCents)}
            </Box>
          </Stack>
        ))}
      </Box>
      <Alert severity="warning" variant="outlined">
        {t('billRuns.publish.final')}
      </Alert>
    </Stack>
  );
}
