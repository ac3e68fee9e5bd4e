import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Operation } from '../../api/operations';
import { type Column, DataTable } from '../../design/DataTable';
import { CoefficientsDueChip } from '../due/CoefficientsDueAlert';
import { useCoefficientsDue } from '../due/queries';

interface OperationTableProps {
  operations: readonly Operation[];
  /** The operations that are asked about what is due. */
  among: readonly string[];
}

export function OperationTable({ operations, among }: OperationTableProps) {
  const { data: due = [] } = useCoefficientsDue(among);
  const t = useT();
  const formats = useFormats();
  const columns = useMemo(
    (): Column<Operation>[] => [
      {
        id: 'name',
        header: t('home.column.name'),
        width: 'minmax(180px, 2fr)',
        cell: ({ id, name }) => (
          <MuiLink component={Link} to={`/pmo/operations/${id}`}>
            {name}
          </MuiLink>
        ),
        sortValue: ({ name }) => name,
      },
      {
        id: 'externalId',
        header: t('home.column.externalId'),
        cell: ({ externalId }) => externalId,
        sortValue: ({ externalId }) => externalId,
        hideBelow: 'md',
      },
      {
        id: 'dso',
        header: t('home.column.dso'),
        cell: ({ dso }) => t(`enums.Dso.${dso}`),
        sortValue: ({ dso }) => t(`enums.Dso.${dso}`),
        width: 'minmax(150px, 1fr)',
      },
      {
        id: 'sites',
        header: t('home.column.sites'),
        align: 'right',
        width: '96px',
        cell: ({ sitesNumber }) => formats.number(sitesNumber),
        sortValue: ({ sitesNumber }) => sitesNumber,
      },
      {
        id: 'latestData',
        header: t('home.column.latestData'),
        width: 'minmax(150px, 1fr)',
        cell: ({ latestData }) => (latestData ? formats.day(latestData) : t('home.card.noData')),
        sortValue: ({ latestData }) => latestData,
      },
      ...(due.length === 0
        ? []
        : [
            {
              id: 'due',
              header: t('home.column.due'),
              width: 'minmax(200px, 1fr)',
              cell: ({ id }: Operation) => <CoefficientsDueChip operationId={id} among={among} />,
              sortValue: ({ id }: Operation) => due.find(({ operationId }) => operationId === id)?.daysLeft,
            },
          ]),
    ],
    [t, formats, among, due],
  );
  return (
    <Card>
      <DataTable
        caption={t('home.table.caption')}
        rows={operations}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        defaultSort={{ id: 'name' }}
      />
    </Card>
  );
}
