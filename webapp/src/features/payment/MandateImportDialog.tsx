import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import { useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useState } from 'react';
import { type Column, DataTable } from '../../design/DataTable';
import { FileDrop } from '../../design/FileDrop';
import { FormDialog } from '../../design/FormDialog';
import { notify } from '../../design/snackbars';
import { useErrorText, useProblemText } from '../../design/useProblemText';
import { type Creditor, mandateTemplate, type Report, useCheckMandates, useImportMandates } from './queries';

/** Takes a list of mandates over in two steps: checked as soon as it is chosen, kept on demand. */
export function MandateImportDialog({ creditor, onClose }: { creditor: Creditor; onClose: () => void }) {
  const t = useT();
  const [files, setFiles] = useState<File[]>([]);
  const check = useCheckMandates(creditor.billingEntityId);
  const take = useImportMandates(creditor.billingEntityId);
  const report = check.data;
  const fresh = report && report.rejected === 0 ? report.created : 0;
  const choose = ([file]: File[]) => {
    setFiles(file ? [file] : []);
    take.reset();
    if (file) check.mutate(file);
    else check.reset();
  };
  const run = (event: FormEvent) => {
    event.preventDefault();
    const [file] = files;
    if (!file) return;
    take.mutate(file, {
      onSuccess: (done) => {
        notify(t('payments.import.done', { smart_count: done?.created ?? 0 }));
        onClose();
      },
    });
  };
  const failure = take.error ?? check.error;
  return (
    <FormDialog
      title={t('payments.import.title', { name: creditor.name })}
      confirmLabel={t('payments.import.run', { smart_count: fresh })}
      pending={check.isPending || take.isPending}
      disabled={fresh === 0}
      width="md"
      onSubmit={run}
      onClose={onClose}
    >
      <Typography>{t('payments.import.intro')}</Typography>
      <Typography variant="body2" color="textSecondary">
        {t('payments.import.columns')}{' '}
        <Link href={mandateTemplate(creditor.billingEntityId)} download>
          {t('payments.import.template')}
        </Link>
      </Typography>
      <FileDrop
        label={t('payments.import.file')}
        accept=".xlsx,.csv"
        maxMegabytes={5}
        files={files}
        onChange={choose}
        disabled={check.isPending || take.isPending}
      />
      <Box aria-live="polite">{failure ? <Refusal failure={failure} /> : report && <Preview report={report} />}</Box>
    </FormDialog>
  );
}

type Problem = NonNullable<Report['errors']>[number];

/** What is wrong line by line, each with the name of its field; long lists scroll. */
function Lines({ problems }: { problems: readonly Problem[] }) {
  const t = useT();
  const words = useProblemText();
  return (
    <Box component="ul" tabIndex={0} sx={{ m: 0, pl: 2, maxHeight: 220, overflowY: 'auto', color: 'text.primary' }}>
      {problems.map(({ row, field, ...problem }) => (
        <li key={`${row} ${field} ${problem.key}`}>
          {t(field ? 'payments.import.lineField' : 'payments.import.line', {
            row: row ?? 0,
            field: field ? t(fieldNames[field] ?? 'payments.field.participant') : '',
            text: words(problem),
          })}
        </li>
      ))}
    </Box>
  );
}

/** How the fields of a list are called on the screen. */
const fieldNames: Partial<Record<string, MessageKey>> = {
  participantId: 'payments.field.participant',
  dsoId: 'payments.field.participant',
  mandateId: 'payments.field.mandateId',
  debtorName: 'payments.field.debtorName',
  iban: 'payments.field.iban',
  bic: 'payments.field.bic',
  scheme: 'payments.field.scheme',
  signatureDate: 'payments.field.signatureDate',
  bankReconciliationId: 'payments.field.bankReconciliationId',
};

/** Why a file was refused: line by line, or the whole of it. */
function Refusal({ failure }: { failure: unknown }) {
  const words = useErrorText();
  const problem = asApiError(failure);
  const lines = problem?.problem?.errors?.filter(({ row }) => row !== undefined) ?? [];
  return (
    <Alert severity="error" variant="outlined" role="alert">
      {lines.length > 0 ? <AlertTitle>{words(problem)}</AlertTitle> : words(problem)}
      {lines.length > 0 && <Lines problems={lines} />}
    </Alert>
  );
}

/** What each row would do, and what keeps some from being taken. */
function Preview({ report }: { report: Report }) {
  const t = useT();
  const shown: Column<Report['rows'][number]>[] = [
    { id: 'row', header: t('payments.import.row'), width: '64px', cell: ({ row }) => row },
    {
      id: 'rum',
      header: t('payments.field.mandateId'),
      width: 'minmax(110px, 1fr)',
      cell: ({ mandateId }) => mandateId,
    },
    {
      id: 'debtor',
      header: t('payments.field.debtorName'),
      width: 'minmax(110px, 1fr)',
      card: 'title',
      cell: ({ debtorName }) => debtorName,
    },
    {
      id: 'outcome',
      header: t('payments.import.outcome'),
      width: '110px',
      cell: ({ outcome }) => t(`enums.ImportRowOutcome.${outcome}`),
    },
  ];
  return (
    <>
      {report.rejected > 0 && (
        <Alert severity="error" variant="outlined" role="alert" sx={{ mb: 2 }}>
          <AlertTitle>{t('payments.import.rejected', { smart_count: report.rejected })}</AlertTitle>
          <Lines problems={report.errors ?? []} />
        </Alert>
      )}
      <DataTable
        dense
        caption={t('payments.import.preview')}
        rows={report.rows}
        columns={shown}
        rowId={({ row }) => String(row)}
        rowName={({ debtorName }) => debtorName}
        maxHeight={280}
      />
    </>
  );
}
