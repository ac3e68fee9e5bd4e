import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { type Column, DataTable } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { ThingLink } from '../../design/ThingLink';
import type { Line } from './queries';
import { knownSum, sum } from './sums';

interface SiteTableProps {
  kind: 'expense' | 'income';
  lines: readonly Line[];
}

/** What each consumer spent, or each producer earned, and what is not known of it. */
export function SiteTable({ kind, lines }: SiteTableProps) {
  const t = useT();
  const formats = useFormats();
  const columns = useColumns(
    kind,
    lines.some(({ assignedCents }) => assignedCents !== 0),
  );
  const known = (value: number | undefined) => (value === undefined ? t('finance.fact.unknown') : formats.money(value));
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h2" gutterBottom>
          {t(kind === 'expense' ? 'finance.ofConsumers' : 'finance.ofProducers')}
        </Typography>
        <DataTable
          caption={t('finance.bySite')}
          rows={lines}
          columns={columns}
          rowId={({ participantId }) => participantId ?? 'operation'}
          rowName={({ name }) => name ?? t('finance.operation')}
          totals={{
            label: t('finance.fact.total'),
            cells: {
              rest: known(knownSum(lines, 'restCents')),
              net: formats.money(sum(lines, 'invoicedNetCents')),
              gross: formats.money(sum(lines, 'invoicedCents')),
              collected: formats.money(sum(lines, 'collectedCents')),
              assigned: formats.money(sum(lines, 'assignedCents')),
              total: formats.money(sum(lines, 'totalCents')),
            },
          }}
          empty={<EmptyState kind="none" title={t('finance.empty')} advice={t('finance.emptyAdvice')} />}
        />
      </CardContent>
    </Card>
  );
}

/** Where no amount was assigned to a site there is no column of them: what lacks has its room. */
function useColumns(kind: SiteTableProps['kind'], assigned: boolean): Column<Line>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo(() => {
    const spent = kind === 'expense';
    const energy = (
      id: string,
      header: string,
      of: (line: Line) => number | undefined,
      hideBelow: 'md' | 'lg',
    ): Column<Line> => ({
      id,
      header,
      align: 'right',
      width: spent ? '126px' : '118px',
      hideBelow,
      cell: (line) => {
        const value = of(line);
        return value === undefined ? t('finance.fact.unknown') : formats.energy(value);
      },
      sortValue: of,
    });
    const money = (
      id: string,
      header: string,
      of: (line: Line) => number | undefined,
      more: Partial<Column<Line>> = {},
    ): Column<Line> => ({
      id,
      header,
      align: 'right',
      width: '106px',
      cell: (line) => {
        const value = of(line);
        return value === undefined ? t('finance.fact.unknown') : formats.money(value);
      },
      sortValue: of,
      ...more,
    });
    return [
      {
        id: 'site',
        header: t('finance.column.site'),
        width: 'minmax(196px, 1.2fr)',
        card: 'title',
        cell: ({ participantId, name }) =>
          participantId ? (
            <ThingLink thing="site" id={participantId}>
              {name}
            </ThingLink>
          ) : (
            t('finance.operation')
          ),
        sortValue: ({ name }) => name,
      },
      ...(spent ? [] : [energy('produced', t('finance.fact.produced'), (line) => line.producedMilliWh, 'md')]),
      ...(spent ? [energy('shared', t('finance.fact.shared'), (line) => line.sharedMilliWh, 'md')] : []),
      energy('energy', t(spent ? 'finance.fact.supplied' : 'finance.fact.surplus'), (line) => line.restMilliWh, 'lg'),
      spent
        ? money('gross', t('finance.fact.invoiced'), (line) => line.invoicedCents)
        : money('net', t('finance.fact.invoicedNet'), (line) => line.invoicedNetCents),
      ...(spent ? [] : [money('collected', t('finance.fact.collected'), (line) => line.collectedCents)]),
      money('rest', t(spent ? 'finance.fact.supplierCost' : 'finance.fact.surplusSale'), (line) => line.restCents, {
        width: '126px',
      }),
      ...(assigned ? [money('assigned', t('finance.fact.assigned'), (line) => line.assignedCents)] : []),
      money('total', t('finance.fact.total'), (line) => line.totalCents, { card: 'aside' }),
      {
        id: 'lacks',
        header: t('finance.column.lacks'),
        width: 'minmax(150px, 1.2fr)',
        hideBelow: 'md',
        cell: (line) => <Box sx={{ py: 0.5, whiteSpace: 'normal' }}>{lacksOf(line, t)}</Box>,
        sortValue: (line) => lacksOf(line, t),
      },
    ];
  }, [t, formats, kind, assigned]);
}

function lacksOf({ lacks, lackingDays, basis }: Line, t: ReturnType<typeof useT>): string {
  return [
    ...lacks.map(({ reason }) => t(`enums.FinanceLackReason.${reason}`)),
    basis === 'REGULATED' && t('enums.SupplyBasis.REGULATED'),
    lackingDays > 0 && t('finance.lackingDays', { smart_count: lackingDays }),
  ]
    .filter(Boolean)
    .join(', ');
}
