import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { type Column, DataTable } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { RowMenu } from '../../design/RowMenu';
import { type JournalExport, type SellerPath, useDownloadExport, useJournalExports } from './queries';
import { Section } from './Section';

/** What was handed over, when and by whom; each file again, byte by byte. */
export function ExportList({ path }: { path: SellerPath }) {
  const t = useT();
  const list = useJournalExports(path);
  const download = useDownloadExport(path);
  const rows = list.data?.exports ?? [];
  const left = (list.data?.totalCount ?? 0) - rows.length;
  return (
    <Section title={t('accounting.exports.title')} text={t('accounting.exports.text')}>
      <DataTable
        caption={t('accounting.exports.title')}
        rows={rows}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowName={({ fileName }) => fileName}
        defaultSort={{ id: 'at', desc: true }}
        actions={({ id, fileName }) => (
          <RowMenu
            name={fileName}
            actions={[{ label: t('accounting.exports.download'), onClick: () => download.mutate(id) }]}
          />
        )}
        state={list}
        empty={
          <EmptyState kind="none" title={t('accounting.exports.empty')} advice={t('accounting.exports.emptyAdvice')} />
        }
      />
      {left > 0 && <Typography variant="body2">{t('accounting.exports.older', { smart_count: left })}</Typography>}
    </Section>
  );
}

function useColumns(): Column<JournalExport>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'at',
        header: t('accounting.field.at'),
        width: 'minmax(150px, 1fr)',
        card: 'title',
        cell: ({ createdAt }) => formats.instant(createdAt),
        sortValue: ({ createdAt }) => Date.parse(createdAt),
      },
      {
        id: 'by',
        header: t('accounting.field.by'),
        width: 'minmax(120px, 1fr)',
        cell: ({ createdByName }) => createdByName ?? t('formats.none'),
        sortValue: ({ createdByName }) => createdByName,
        hideBelow: 'md',
      },
      {
        id: 'numbers',
        header: t('accounting.field.numbers'),
        width: 'minmax(180px, 1.6fr)',
        cell: ({ firstNumber, lastNumber, entriesCount }) =>
          entriesCount === 1 ? firstNumber : t('accounting.exports.range', { first: firstNumber, last: lastNumber }),
        sortValue: ({ firstNumber }) => firstNumber,
      },
      {
        id: 'count',
        header: t('accounting.field.count'),
        width: '110px',
        align: 'right',
        cell: ({ entriesCount }) => String(entriesCount),
        sortValue: ({ entriesCount }) => entriesCount,
      },
      {
        id: 'amount',
        header: t('accounting.field.amount'),
        width: '130px',
        align: 'right',
        card: 'aside',
        cell: ({ amountCents }) => formats.money(amountCents),
        sortValue: ({ amountCents }) => amountCents,
      },
    ],
    [t, formats],
  );
}
