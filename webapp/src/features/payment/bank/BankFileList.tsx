import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { useOperation } from '../../../api/operations';
import type { Column } from '../../../design/DataTable';
import { EmptyState } from '../../../design/EmptyState';
import { EntityList } from '../../../design/EntityList';
import { matching } from '../../../design/search';
import { useListAddress } from '../../../design/useListAddress';
import { type BankFile, useBankFiles } from './queries';

/** The files of banks that brought lines, last first. */
export function BankFileList() {
  const t = useT();
  const list = useBankFiles(useOperation().id);
  const address = useListAddress([], 'file');
  const all = list.data ?? [];
  const rows = matching(all, address.search, ({ name, ibans }) => `${name} ${ibans.join(' ')}`);
  return (
    <EntityList
      address={address}
      searchLabel={t('payments.bank.searchFile')}
      caption={t('payments.bank.files')}
      rows={rows}
      all={all}
      columns={useColumns()}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      defaultSort={{ id: 'taken', desc: true }}
      state={list}
      none={<EmptyState kind="none" title={t('payments.bank.noFile')} advice={t('payments.bank.noFileAdvice')} />}
    />
  );
}

function useColumns(): Column<BankFile>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('payments.bank.file'),
        width: 'minmax(130px, 1.2fr)',
        card: 'title',
        cell: ({ name }) => name,
        sortValue: ({ name }) => name,
      },
      {
        id: 'format',
        header: t('payments.bank.format'),
        width: 'minmax(160px, 0.9fr)',
        cell: ({ format }) => t(`enums.BankFileFormat.${format}`),
        sortValue: ({ format }) => format,
        hideBelow: 'md',
      },
      {
        id: 'account',
        header: t('payments.bank.account'),
        width: 'minmax(240px, 1.4fr)',
        cell: ({ ibans }) => ibans.join(', '),
        fileOnly: true,
      },
      {
        id: 'days',
        header: t('payments.bank.days'),
        width: 'minmax(210px, 1.2fr)',
        cell: ({ firstDate, lastDate }) =>
          firstDate && lastDate
            ? t('payments.bank.fromTo', { from: formats.day(firstDate), to: formats.day(lastDate) })
            : t('formats.none'),
        sortValue: ({ firstDate }) => firstDate,
        hideBelow: 'md',
      },
      {
        id: 'lines',
        header: t('payments.bank.newLines'),
        width: '96px',
        align: 'right',
        cell: ({ lineCount }) => formats.number(lineCount),
        sortValue: ({ lineCount }) => lineCount,
      },
      {
        id: 'open',
        header: t('payments.bank.openLines'),
        width: '100px',
        align: 'right',
        card: 'aside',
        cell: ({ openCount }) => formats.number(openCount),
        sortValue: ({ openCount }) => openCount,
      },
      {
        id: 'taken',
        header: t('payments.bank.taken'),
        width: 'minmax(250px, 1.3fr)',
        cell: ({ createdAt, createdByName }) => [formats.instant(createdAt), createdByName].filter(Boolean).join(', '),
        sortValue: ({ createdAt }) => createdAt,
        hideBelow: 'md',
      },
    ],
    [t, formats],
  );
}
