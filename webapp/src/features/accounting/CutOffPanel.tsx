import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { isDay } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo, useState } from 'react';
import { type Column, DataTable } from '../../design/DataTable';
import { DayField } from '../../design/DayField';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { useErrorText, useRefusalTexts } from '../../design/useProblemText';
import { monthsBefore } from './months';
import { type SellerPath, useCutOff, useDownloadCutOff } from './queries';
import { Section } from './Section';

type Row = Schemas['CutOffRow'];
type Line = Schemas['CutOffEntryLine'];
type Waiting = Schemas['CutOffWaiting'];

const rowId = (row: Row) => `${row.billableEntityId} ${row.vatPercentage}`;
const rowName = (row: Row) => row.billableEntityName;
const lineId = (line: Line) => `${line.account} ${line.accountName}`;
const lineName = (line: Line) => line.account;

/** The amounts of an answer, each with its place: two of them may be alike. */
const placed = (waiting: Waiting[]) => waiting.map((one, place) => ({ ...one, place }));
const waitingId = (one: Waiting & { place: number }) => String(one.place);
const waitingName = (one: Waiting) => one.billableEntityName;

/** Amounts that wait for their invoice: no delivery, so in no sum above. */
function WaitingAmounts({ cutOff }: { cutOff: Schemas['CutOff'] }) {
  const t = useT();
  const formats = useFormats();
  const rows = useMemo(() => placed(cutOff.waiting), [cutOff]);
  const columns = useMemo<Column<Waiting & { place: number }>[]>(
    () => [
      { id: 'client', header: t('accounting.cutOff.client'), cell: (one) => one.billableEntityName },
      { id: 'reason', header: t('accounting.cutOff.reason'), width: 'minmax(190px, 1.4fr)', cell: (one) => one.reason },
      { id: 'since', header: t('accounting.cutOff.since'), cell: (one) => formats.day(one.since) },
      { id: 'net', header: t('accounting.cutOff.net'), align: 'right', cell: (one) => formats.money(one.netCents) },
    ],
    [t, formats],
  );
  const number = cutOff.waitingSums.reduce((sum, of) => sum + of.number, 0);
  return (
    <>
      <Typography variant="h3" sx={{ mt: 2 }}>
        {t('accounting.cutOff.waiting')}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {t('accounting.cutOff.waitingText')}
      </Typography>
      {cutOff.waitingSums.map((of) => (
        <Typography key={of.billingEntityId} sx={{ fontWeight: 600 }}>
          {t('accounting.cutOff.waitingSum', {
            issuer: of.billingEntityName,
            smart_count: of.number,
            net: formats.money(of.netCents),
          })}
        </Typography>
      ))}
      {number > rows.length && (
        <Typography color="textSecondary">
          {t('accounting.cutOff.waitingMore', { named: rows.length, number: formats.number(number) })}
        </Typography>
      )}
      <DataTable
        caption={t('accounting.cutOff.waiting')}
        rows={rows}
        columns={columns}
        rowId={waitingId}
        rowName={waitingName}
        dense
      />
    </>
  );
}

/** The lines of all entries, one for each account, in the order in which they come first. */
function byAccount(entries: Schemas['CutOffEntry'][]): Line[] {
  const sums = new Map<string, Line>();
  for (const line of entries.flatMap((entry) => entry.lines)) {
    const sum = sums.get(lineId(line)) ?? { ...line, debitCents: 0, creditCents: 0 };
    sum.debitCents += line.debitCents;
    sum.creditCents += line.creditCents;
    sums.set(lineId(line), sum);
  }
  return [...sums.values()];
}

/** What was delivered up to a day and is on no invoice that was issued by then. */
export function CutOffPanel({ path }: { path: SellerPath }) {
  useRefusalTexts();
  const t = useT();
  const formats = useFormats();
  const words = useErrorText();
  const [last] = monthsBefore(new Date(), 1);
  const [date, setDate] = useState(last?.to ?? '');
  const found = useCutOff(path, isDay(date) ? date : '');
  const download = useDownloadCutOff(path, date);
  const columns = useMemo<Column<Row>[]>(
    () => [
      { id: 'client', header: t('accounting.cutOff.client'), cell: (row) => row.billableEntityName },
      {
        id: 'days',
        header: t('accounting.cutOff.days'),
        width: 'minmax(160px, 1.4fr)',
        cell: (row) => formats.dayRange(row.periodStart, row.periodEnd),
      },
      {
        id: 'energy',
        header: t('accounting.cutOff.energy'),
        align: 'right',
        cell: (row) => formats.energy(row.energyMilliWh),
      },
      { id: 'net', header: t('accounting.cutOff.net'), align: 'right', cell: (row) => formats.money(row.netCents) },
      {
        id: 'rate',
        header: t('accounting.cutOff.rate'),
        width: '104px',
        hideBelow: 'md',
        align: 'right',
        cell: (row) => `${formats.number(row.vatPercentage)}\u202f%`,
      },
      {
        id: 'vat',
        header: t('accounting.cutOff.vat'),
        width: '104px',
        align: 'right',
        hideBelow: 'sm',
        cell: (row) => formats.money(row.vatCents),
      },
      {
        id: 'provisional',
        header: t('accounting.cutOff.provisionalNet'),
        align: 'right',
        cell: (row) => formats.money(row.provisionalNetCents),
      },
    ],
    [t, formats],
  );
  const cutOff = found.data;
  const lines = useMemo(() => byAccount(cutOff?.entries ?? []), [cutOff]);
  const ofLines = useMemo<Column<Line>[]>(
    () => [
      {
        id: 'account',
        header: t('accounting.cutOff.account'),
        width: 'minmax(190px, 1.6fr)',
        cell: (line) => t('accounting.accounts.account', { number: line.account, name: line.accountName }),
      },
      {
        id: 'debit',
        header: t('accounting.cutOff.debit'),
        align: 'right',
        cell: (line) => (line.debitCents ? formats.money(line.debitCents) : ''),
      },
      {
        id: 'credit',
        header: t('accounting.cutOff.credit'),
        align: 'right',
        cell: (line) => (line.creditCents ? formats.money(line.creditCents) : ''),
      },
    ],
    [t, formats],
  );
  return (
    <Section title={t('accounting.cutOff.title')} text={t('accounting.cutOff.about')}>
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'center', mb: 2 }}>
        <DayField
          id="cut-off-date"
          fullWidth={false}
          label={t('accounting.cutOff.date')}
          value={date}
          onChange={setDate}
          max={formats.dayOf()}
          sx={{ width: 180 }}
        />
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            variant="outlined"
            startIcon={<FileDownloadOutlined />}
            disabled={!cutOff || download.isPending}
            onClick={() => download.mutate(format)}
          >
            {t(`accounting.cutOff.${format}`)}
          </Button>
        ))}
      </Stack>
      {found.isLoading && <RowsSkeleton />}
      {found.isError && <ErrorPanel error={found.error} onRetry={() => found.refetch()} />}
      {cutOff && cutOff.rows.length === 0 && (
        <Typography color="textSecondary">{t('accounting.cutOff.none')}</Typography>
      )}
      {cutOff && cutOff.rows.length > 0 && (
        <>
          <Typography sx={{ fontWeight: 600 }}>
            {t('accounting.cutOff.total', {
              net: formats.money(cutOff.netCents),
              vat: formats.money(cutOff.vatCents),
              energy: formats.energy(cutOff.energyMilliWh),
            })}
          </Typography>
          {cutOff.provisionalNetCents !== 0 && (
            <Typography color="textSecondary">
              {t('accounting.cutOff.provisional', {
                net: formats.money(cutOff.provisionalNetCents),
                energy: formats.energy(cutOff.provisionalMilliWh),
              })}
            </Typography>
          )}
          <DataTable
            caption={t('accounting.cutOff.title')}
            rows={cutOff.rows}
            columns={columns}
            rowId={rowId}
            rowName={rowName}
            dense
          />
          {lines.length > 0 && (
            <>
              <Typography variant="h3" sx={{ mt: 2 }}>
                {t('accounting.cutOff.entries')}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {t('accounting.cutOff.entriesText')}
              </Typography>
              <DataTable
                caption={t('accounting.cutOff.entries')}
                rows={lines}
                columns={ofLines}
                rowId={lineId}
                rowName={lineName}
                dense
              />
            </>
          )}
        </>
      )}
      {cutOff && cutOff.waitingSums.length > 0 && <WaitingAmounts cutOff={cutOff} />}
      {cutOff && (cutOff.problems.length > 0 || cutOff.unpricedPairs.length > 0) && (
        <Alert severity="warning" variant="outlined" sx={{ mt: 2 }}>
          <strong>{t('accounting.cutOff.problems')}</strong>
          {cutOff.problems.map((one) => (
            <div key={`${one.billingEntityName} ${one.billableEntityName} ${one.periodStart}`}>
              {t('accounting.cutOff.problem', {
                issuer: one.billingEntityName,
                client: one.billableEntityName,
                days: formats.dayRange(one.periodStart, one.periodEnd),
                reason: words(one.problem),
              })}
            </div>
          ))}
          {cutOff.unpricedPairs.length > 0 && (
            <div>
              {t('accounting.cutOff.unpriced', {
                energy: formats.energy(cutOff.unpricedMilliWh),
                pairs: cutOff.unpricedPairs.map((one) => `${one.consumerName} · ${one.producerName}`).join(', '),
              })}
            </div>
          )}
        </Alert>
      )}
    </Section>
  );
}
