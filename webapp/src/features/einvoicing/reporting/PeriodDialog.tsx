import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useId } from 'react';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { RowsSkeleton } from '../../../design/Skeletons';
import { StatusChip } from '../../../design/StatusChip';
import { notify } from '../../../design/snackbars';
import { ThingLink } from '../../../design/ThingLink';
import { useProblemText } from '../../../design/useProblemText';
import { reasonWords } from '../words';
import { type Entry, type Period, type Preview, useDownloadReport, usePreview, useReport } from './queries';

interface PeriodDialogProps {
  name: string;
  entityId: string;
  period: Period;
  onClose: () => void;
}

/** A period of a seller: what is told of it, what is not and why, what was told, and what can be done. */
export function PeriodDialog({ name, entityId, period, onClose }: PeriodDialogProps) {
  const t = useT();
  const formats = useFormats();
  const title = useId();
  const { id: operationId } = useOperation();
  const path = { operationId, entityId, periodStart: period.periodStart };
  const preview = usePreview(path);
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} fullWidth maxWidth="md">
      <DialogTitle id={title}>
        {t('einvoicing.reporting.periodTitle', {
          name,
          period: formats.dayRange(period.periodStart, period.periodEnd),
        })}
      </DialogTitle>
      <DialogContent>
        {preview.isPending && <RowsSkeleton rows={4} />}
        {preview.isError && <ErrorPanel error={preview.error} onRetry={() => preview.refetch()} />}
        {preview.data && <Content preview={preview.data} />}
      </DialogContent>
      {preview.data && <Actions preview={preview.data} path={path} onClose={onClose} />}
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" sx={{ gap: 0.5 }}>
      <Typography variant="h3">{title}</Typography>
      {children}
    </Stack>
  );
}

function Content({ preview }: { preview: Preview }) {
  const t = useT();
  const formats = useFormats();
  const { period, rows, included, excluded } = preview;
  return (
    <Stack sx={{ gap: 3 }}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <StatusChip kind="EReportingState" status={period.state} />
        <Typography variant="body2">
          {period.state === 'NOTHING' ? (
            t('einvoicing.reporting.nothing')
          ) : (
            <>
              {t('einvoicing.reporting.column.due')} {formats.day(period.dueDate, 'medium')} ·{' '}
              {formats.money(period.netCents)} {t('einvoicing.reporting.column.net')} · {formats.money(period.vatCents)}{' '}
              {t('einvoicing.reporting.column.vat')}
            </>
          )}
        </Typography>
      </Stack>
      <Part title={t('einvoicing.reporting.rows')}>
        {rows.length === 0 && <Typography color="textSecondary">{t('einvoicing.reporting.none')}</Typography>}
        {rows.map((row) => (
          <Typography key={`${row.day} ${row.category}`} variant="body2">
            {formats.day(row.day, 'medium')} · {t(`enums.EReportingCategory.${row.category}`)} ·{' '}
            {row.rates
              .map(
                ({ percentageVat, netCents, vatCents }) =>
                  `${formats.percentage(percentageVat)} · ${formats.money(netCents)} + ${formats.money(vatCents)}`,
              )
              .join(', ')}
          </Typography>
        ))}
      </Part>
      <Part title={t('einvoicing.reporting.included', { smart_count: included.length })}>
        <Entries list={included} />
      </Part>
      <Part title={t('einvoicing.reporting.excluded', { smart_count: excluded.length })}>
        <Entries list={excluded} />
      </Part>
      <Part title={t('einvoicing.reporting.reports')}>
        {period.reports.length === 0 && <Typography color="textSecondary">{t('einvoicing.reporting.none')}</Typography>}
        {period.reports.map(({ id, number, kind, createdAt, byHand, state, reasons }) => (
          <Stack key={id} direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography variant="body2">
              {t('einvoicing.reporting.report', {
                number,
                kind: t(`enums.EReportKind.${kind}`),
                at: formats.instant(createdAt),
              })}
              {byHand && ` · ${t('einvoicing.reporting.byHand')}`}
              {reasons && ` · ${reasons.map((reason) => reasonWords(t, reason)).join(', ')}`}
            </Typography>
            {state && <StatusChip kind="TransmissionState" status={state} />}
          </Stack>
        ))}
      </Part>
    </Stack>
  );
}

function Entries({ list }: { list: readonly Entry[] }) {
  const t = useT();
  const formats = useFormats();
  if (list.length === 0) return <Typography color="textSecondary">{t('einvoicing.reporting.none')}</Typography>;
  return (
    <Stack
      component="ul"
      sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 260, overflow: 'auto', '& a': { textDecoration: 'underline' } }}
    >
      {list.map(({ invoiceId, number, clientName, day, netCents, vatCents, flow, reason, lacks }) => (
        <Typography key={invoiceId} component="li" variant="body2">
          <ThingLink thing="invoice" id={invoiceId}>
            {number}
          </ThingLink>{' '}
          · {clientName} · {formats.day(day, 'medium')} · {formats.money(netCents + vatCents)} ·{' '}
          {flow && t(`enums.EReportFlow.${flow}`)}
          {reason && t(`enums.EReportReason.${reason}`)}
          {lacks &&
            ` (${t('einvoicing.reporting.lacks', { lacks: lacks.map((one) => t(`enums.EReportLack.${one}`)).join(', ') })})`}
        </Typography>
      ))}
    </Stack>
  );
}

/** Which of the ways to tell it are offered follows from the state that the server says. */
function Actions({
  preview,
  path,
  onClose,
}: {
  preview: Preview;
  path: Parameters<typeof useReport>[0];
  onClose: () => void;
}) {
  const t = useT();
  const can = useCan();
  const words = useProblemText();
  const report = useReport(path);
  const download = useDownloadReport(path);
  const { name, period } = preview;
  const failure = asApiError(report.error ?? download.error);
  const may = can('einvoicing:send');
  const correct = period.state === 'CORRECTION';
  const telling = ['DUE', 'LATE', 'REFUSED', 'CORRECTION'].includes(period.state);
  const told = period.reports.length > 0;
  const tell = (byHand: boolean) =>
    report.mutate(
      { correct, byHand },
      {
        onSuccess: () => {
          notify(t(byHand ? 'einvoicing.reporting.sent' : 'einvoicing.reporting.sending', { name }));
          onClose();
        },
      },
    );
  return (
    <>
      {failure && (
        <Alert severity="error" sx={{ mx: 3 }}>
          {[words(failure), ...(failure.fields ?? []).map(words)].join(' ')}
        </Alert>
      )}
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button onClick={onClose}>{t('einvoicing.close')}</Button>
        {(period.invoices > 0 || told) && (
          <Button variant="outlined" disabled={download.isPending} onClick={() => download.mutate()}>
            {t('einvoicing.reporting.download')}
          </Button>
        )}
        {may && telling && (
          <Button variant="outlined" disabled={report.isPending} onClick={() => tell(true)}>
            {t('einvoicing.reporting.handed')}
          </Button>
        )}
        {may && telling && (
          <Button variant="contained" disabled={report.isPending} onClick={() => tell(false)}>
            {t(correct ? 'einvoicing.reporting.correct' : 'einvoicing.reporting.send')}
          </Button>
        )}
      </DialogActions>
    </>
  );
}
