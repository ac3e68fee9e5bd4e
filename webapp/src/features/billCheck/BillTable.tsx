import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { type Column, DataTable } from '../../design/DataTable';
import { type Bill, parts, totalOf } from './bills';

/** The figures of the two bills: the twin of BillBars. */
export function BillTable({ caption, bills }: { caption: string; bills: readonly Bill[] }) {
  const t = useT();
  const formats = useFormats();
  const columns = useMemo(
    (): Column<Bill>[] => [
      {
        id: 'bill',
        header: t('billCheck.bill.column'),
        width: 'minmax(120px, 2fr)',
        cell: ({ id }) => t(`billCheck.bill.${id}`),
      },
      ...parts.map(
        (part): Column<Bill> => ({
          id: part,
          header: t(`billCheck.part.${part}`),
          align: 'right',
          width: 'minmax(110px, 1fr)',
          cell: (bill) => formats.money(bill[part]),
        }),
      ),
      {
        id: 'total',
        header: t('billCheck.total'),
        align: 'right',
        width: 'minmax(110px, 1fr)',
        cell: (bill) => formats.money(totalOf(bill)),
      },
    ],
    [t, formats],
  );
  return (
    <DataTable
      dense
      caption={caption}
      rows={bills}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ id }) => t(`billCheck.bill.${id}`)}
    />
  );
}
