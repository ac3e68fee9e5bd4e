import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { later } from '../../design/later';
import { ThingLink } from '../../design/ThingLink';
import { type BillRun, isPending, useDraftsOfRun } from './queries';
import { RunItems } from './RunItems';
import { RunOutcome } from './RunOutcome';
import { totalsOf } from './runs';

// Most visits only read.
const PublishDialog = later(async () => (await import('./PublishDialog')).PublishDialog);

const steps = ['generate', 'review', 'publish'] as const;

/**
 * A run from its start to the publication of its drafts: the latest one, where it has no title of its own. What of it
 * deserves a look stands before what it made.
 */
export function RunCard({ run, title, review }: { run: BillRun; title?: string; review?: ReactNode }) {
  const t = useT();
  const formats = useFormats();
  const operation = useOperation();
  const pending = isPending(run);
  const drafts = useDraftsOfRun(operation.id, pending ? undefined : run.id);
  const left = drafts.data?.length ?? 0;
  const reviewing = left > 0 || !drafts.data || run.progress.success === 0;
  const step = pending ? 0 : reviewing ? 1 : steps.length;
  return (
    <Card component="section" aria-labelledby="run-title" sx={{ p: { xs: 2, sm: 3 } }}>
      <Stack spacing={2.5}>
        <div>
          <Typography id="run-title" variant="h2">
            {title ?? (
              <ThingLink thing="run" id={run.id}>
                {t(pending ? 'billRuns.live' : 'billRuns.last', { date: formats.day(run.billUpTo) })}
              </ThingLink>
            )}
          </Typography>
          <Typography color="textSecondary">
            {t('billRuns.startedAt', { instant: formats.instant(run.createdAt) })}
            {run.finishedAt && ` · ${t('billRuns.finishedAt', { instant: formats.instant(run.finishedAt) })}`}
          </Typography>
        </div>
        <Stepper activeStep={step} className="no-print" sx={{ maxWidth: 640 }}>
          {steps.map((key) => (
            <Step key={key}>
              <StepLabel>{t(`billRuns.step.${key}`)}</StepLabel>
            </Step>
          ))}
        </Stepper>
        <RunOutcome run={run} hasDrafts={left > 0} />
        {!pending && drafts.data && <Drafts run={run} drafts={drafts.data} />}
        {!pending && run.invoices.length > 0 && review}
        {run.invoices.length > 0 && <RunItems items={run.invoices} />}
      </Stack>
    </Card>
  );
}

type DraftsOfRun = NonNullable<ReturnType<typeof useDraftsOfRun>['data']>;

/** The drafts that wait for their number, and the two things to do with them. */
function Drafts({ run, drafts }: { run: BillRun; drafts: DraftsOfRun }) {
  const t = useT();
  const formats = useFormats();
  const [publishing, setPublishing] = useState(false);
  const made = run.progress.success > 0;
  const { id } = useOperation();
  const invoices = `/pmo/operations/${id}/billing/invoices?tab=${drafts.length > 0 ? 'drafts' : 'published'}`;
  if (!made && drafts.length === 0) return null;
  return (
    <Stack direction="row" className="no-print" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      <Typography sx={{ flex: '1 1 260px', fontWeight: 600 }}>
        {drafts.length > 0
          ? t('billRuns.drafts', { smart_count: drafts.length, amount: formats.money(totalsOf(drafts).amountCents) })
          : t('billRuns.allPublished')}
      </Typography>
      <Button component={Link} to={invoices} variant="outlined" color="inherit" startIcon={<ReceiptLongOutlined />}>
        {t(drafts.length > 0 ? 'billRuns.review' : 'billRuns.seeInvoices')}
      </Button>
      {drafts.length > 0 && (
        <Can permission="invoice:publish">
          <Button variant="contained" onClick={() => setPublishing(true)}>
            {t('billRuns.publish.confirm', { smart_count: drafts.length })}
          </Button>
        </Can>
      )}
      {publishing && <PublishDialog drafts={drafts} onClose={() => setPublishing(false)} />}
    </Stack>
  );
}
