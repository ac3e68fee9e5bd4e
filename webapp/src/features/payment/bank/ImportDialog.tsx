import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { type Column, DataTable } from '../../../design/DataTable';
import { FileDrop } from '../../../design/FileDrop';
import { FormDialog } from '../../../design/FormDialog';
import { notify } from '../../../design/snackbars';
import { Tag } from '../../../design/Tag';
import { useErrorText, useProblemText, useRefusalTexts } from '../../../design/useProblemText';
import { saidOf } from './lines';
import { MappingFields } from './MappingFields';
import { type BankLine, type BankMapping, type BankReport, useTakeBankFile } from './queries';

/** Takes a file of a bank in two steps: what it would do is shown as soon as it is chosen. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  useRefusalTexts();
  const t = useT();
  const words = useErrorText();
  const ofItem = useProblemText();
  const operation = useOperation();
  const [file, setFile] = useState<File>();
  const [mapping, setMapping] = useState<BankMapping>();
  const check = useTakeBankFile(operation.id, true);
  const take = useTakeBankFile(operation.id, false);
  const failure = take.error ?? check.error;
  const refused = failure ? asApiError(failure) : undefined;
  const columns = refused?.key === 'bankFile.mappingNeeded' ? columnsOf(refused.problem?.params?.columns) : [];
  const report = check.data;
  const choose = ([next]: File[]) => {
    setFile(next);
    setMapping(undefined);
    check.reset();
    take.reset();
    if (next) check.mutate({ file: next });
  };
  const answer = (told: BankMapping) => {
    setMapping(told);
    if (file) check.mutate({ file, mapping: told });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!file) return;
    take.mutate(
      { file, mapping },
      {
        onSuccess: (done) => {
          notify(t('payments.bank.done', { settled: done?.settled ?? 0, open: done?.open ?? 0 }));
          onClose();
        },
      },
    );
  };
  const items = refused?.problem?.errors ?? [];
  return (
    <FormDialog
      title={t('payments.bank.importTitle')}
      confirmLabel={t('payments.bank.take')}
      pending={check.isPending || take.isPending}
      disabled={!report || (report.new === 0 && report.matchedBefore === 0)}
      width="md"
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography>{t('payments.bank.intro')}</Typography>
      <FileDrop
        label={t('payments.bank.choose')}
        hint={t('payments.bank.formats')}
        accept=".xml,.cod,.coda,.csv,.txt"
        maxMegabytes={16}
        files={file ? [file] : []}
        onChange={choose}
        disabled={check.isPending || take.isPending}
      />
      <Box aria-live="polite">
        {refused && (
          <Alert
            severity={columns.length > 0 && items.length === 0 ? 'info' : 'error'}
            variant="outlined"
            role="alert"
            sx={{ mb: 2 }}
          >
            {columns.length > 0 && items.length === 0 ? t('payments.bank.question') : words(refused)}
            {items.length > 0 && (
              <Box component="ul" tabIndex={0} sx={{ m: 0, pl: 2, maxHeight: 200, overflowY: 'auto' }}>
                {items.map((item) => (
                  <li key={`${item.row} ${item.field} ${item.key}`}>
                    {item.row ? t('payments.import.line', { row: item.row, text: ofItem(item) }) : ofItem(item)}
                  </li>
                ))}
              </Box>
            )}
          </Alert>
        )}
        {report && <Preview report={report} />}
      </Box>
      {columns.length > 0 && <MappingFields columns={columns} pending={check.isPending} onTold={answer} />}
    </FormDialog>
  );
}

const columnsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** What a file would do. */
function Preview({ report }: { report: BankReport }) {
  const t = useT();
  const formats = useFormats();
  const columns: Column<BankLine>[] = [
    { id: 'day', header: t('payments.bank.day'), width: '104px', cell: ({ bookedOn }) => formats.day(bookedOn) },
    {
      id: 'who',
      header: t('payments.bank.counterparty'),
      width: 'minmax(100px, 1fr)',
      card: 'title',
      cell: (line) => line.counterparty || t(`enums.BankLineKind.${line.kind}`),
    },
    { id: 'text', header: t('payments.bank.text'), width: 'minmax(100px, 1.2fr)', cell: saidOf, hideBelow: 'md' },
    {
      id: 'amount',
      header: t('payments.bank.amount'),
      width: '110px',
      align: 'right',
      card: 'aside',
      cell: ({ amountCents }) => formats.money(amountCents),
    },
    {
      id: 'what',
      header: t('payments.bank.effect'),
      width: 'minmax(200px, 1.6fr)',
      cell: (line) => <Effect line={line} />,
    },
  ];
  const money = [
    report.paidCents > 0 && t('payments.bank.paid', { amount: formats.money(report.paidCents) }),
    report.returnedCents > 0 && t('payments.bank.returned', { amount: formats.money(report.returnedCents) }),
    report.overpaidCents > 0 && t('payments.bank.overpaid', { amount: formats.money(report.overpaidCents) }),
  ].filter(Boolean);
  const besides = [
    report.known > 0 && t('payments.bank.known', { smart_count: report.known }),
    report.unbooked > 0 && t('payments.bank.unbooked', { smart_count: report.unbooked }),
    report.accepted > 0 && t('payments.bank.accepted', { smart_count: report.accepted }),
    report.elsewhere > 0 && t('payments.bank.elsewhere', { smart_count: report.elsewhere }),
    report.matchedBefore > 0 && t('payments.bank.before', { smart_count: report.matchedBefore }),
  ].filter(Boolean);
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>
        {report.new === 0
          ? t('payments.bank.nothingNew')
          : t('payments.bank.summary', {
              smart_count: report.new,
              settled: report.settled,
              open: report.open,
              aside: report.setAside,
            })}
      </Typography>
      {money.length > 0 && <Typography>{money.join(', ')}</Typography>}
      {besides.length > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {besides.join(', ')}
        </Typography>
      )}
      {report.lines.length > 0 && (
        <DataTable
          dense
          caption={t('payments.bank.preview')}
          rows={report.lines}
          columns={columns}
          rowId={({ id }) => id}
          rowName={({ counterparty }) => counterparty}
          maxHeight={300}
        />
      )}
      {report.linesLeftOut > 0 && (
        <Typography variant="body2">{t('payments.bank.leftOut', { smart_count: report.linesLeftOut })}</Typography>
      )}
    </>
  );
}

function Effect({ line }: { line: BankLine }) {
  const t = useT();
  if (line.state === 'SETTLED')
    return (
      <span>
        {line.settlements
          .map(({ number, kind }) => (kind === 'PAYMENT' ? number : `${number} (${t(`enums.SettlementKind.${kind}`)})`))
          .join(', ')}
      </span>
    );
  if (line.aside) return <Tag>{t(`enums.BankAsideReason.${line.aside.reason}`)}</Tag>;
  return (
    <Tag tone="warning">{t(line.reason ? `enums.BankLineReason.${line.reason}` : 'enums.BankLineState.OPEN')}</Tag>
  );
}
