import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useState } from 'react';
import { type Column, DataTable } from '../../design/DataTable';
import { FileDrop } from '../../design/FileDrop';
import { FormDialog } from '../../design/FormDialog';
import { notify } from '../../design/snackbars';
import { useErrorText, useProblemText } from '../../design/useProblemText';
import { columns, readMandates, template } from './mandateFile';
import { type Creditor, type Report, type Row, useCheckMandates, useImportMandates } from './queries';

/** Takes a list of mandates over in two steps: checked as soon as it is chosen, kept on demand. */
export function MandateImportDialog({ creditor, onClose }: { creditor: Creditor; onClose: () => void }) {
  const t = useT();
  const words = useErrorText();
  const [files, setFiles] = useState<File[]>([]);
  const [rows, setRows] = useState<Row[]>([]);
  const [unreadable, setUnreadable] = useState<string>();
  const check = useCheckMandates(creditor.id);
  const take = useImportMandates(creditor.id);
  const report = check.data;
  const fresh = report && report.rejected === 0 ? report.created : 0;
  const choose = async ([file]: File[]) => {
    setFiles(file ? [file] : []);
    setUnreadable(undefined);
    check.reset();
    take.reset();
    if (!file) return;
    const reading = readMandates(await file.text());
    if ('rows' in reading) {
      setRows(reading.rows);
      check.mutate(reading.rows);
    } else if ('unknown' in reading) setUnreadable(t('payments.import.unknown', { column: reading.unknown }));
    else setUnreadable(t('payments.import.twice', { column: reading.twice }));
  };
  const run = (event: FormEvent) => {
    event.preventDefault();
    take.mutate(rows, {
      onSuccess: (done) => {
        notify(t('payments.import.done', { smart_count: done?.created ?? 0 }));
        onClose();
      },
    });
  };
  const failure = take.error ?? check.error;
  const refused = failure ? asApiError(failure) : undefined;
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
        {t('payments.import.columns', { names: columns.join(', ') })}{' '}
        <Link href={`data:text/csv;charset=utf-8,${encodeURIComponent(template)}`} download="mandats.csv">
          {t('payments.import.template')}
        </Link>
      </Typography>
      <FileDrop
        label={t('payments.import.file')}
        accept=".csv,.txt"
        maxMegabytes={2}
        files={files}
        onChange={choose}
        error={unreadable}
        disabled={check.isPending || take.isPending}
      />
      <Box aria-live="polite">
        {refused && (
          <Alert severity="error" variant="outlined" role="alert">
            {words(refused)}
          </Alert>
        )}
        {report && <Preview report={report} />}
      </Box>
    </FormDialog>
  );
}

/** What each row would do, and what keeps some from being taken. */
function Preview({ report }: { report: Report }) {
  const t = useT();
  const words = useProblemText();
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
          <Box
            component="ul"
            tabIndex={0}
            sx={{ m: 0, pl: 2, maxHeight: 220, overflowY: 'auto', color: 'text.primary' }}
          >
            {report.errors?.map(({ row, field, ...problem }) => (
              <li key={`${row} ${field} ${problem.key}`}>
                {t('payments.import.line', { row: row ?? 0, text: words(problem) })}
              </li>
            ))}
          </Box>
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
