import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { type Column, DataTable } from '../../../design/DataTable';
import type { DayRange } from '../../../design/period';
import { ThingLink } from '../../../design/ThingLink';
import { useDistribution } from '../queries';
import { useLineName } from './RankingCard';
import type { RankedLine } from './ranking';

interface Question {
  operationId: string;
  days: DayRange;
}

/** Every consumer with all its figures: the twin of the ranking, without its limit. */
export function ConsumersTable({ operationId, days }: Question) {
  const t = useT();
  const query = useDistribution(operationId, days);
  const columns = useColumns<Schemas['ConsumerShare']>(t('dashboard.ranking.consumer'), [
    ['enums.Nature.Conso', (row) => row.consumptionMilliWh, 'energy', '140px'],
    ['dashboard.ranking.shared', (row) => row.sharedMilliWh, 'energy', '120px'],
    ['enums.Nature.complement', (row) => row.complementMilliWh, 'energy', '180px'],
    ['dashboard.ranking.part', (row) => row.percentage && row.percentage / 100, 'rate', '96px'],
    ['dashboard.tile.selfProductionRate', (row) => row.selfProductionRate, 'rate', '184px'],
  ]);
  return (
    <DataTable
      dense
      caption={t('dashboard.ranking.consumers')}
      rows={query.data?.consumers ?? []}
      columns={columns}
      rowId={idOf}
      rowName={(row) => row.name}
      state={query}
      maxHeight={420}
    />
  );
}

export function ProducersTable({ operationId, days }: Question) {
  const t = useT();
  const query = useDistribution(operationId, days);
  const columns = useColumns<Schemas['ProducerShare']>(t('dashboard.ranking.producer'), [
    ['enums.Nature.Prod', (row) => row.productionMilliWh, 'energy', '124px'],
    ['dashboard.ranking.shared', (row) => row.sharedMilliWh, 'energy', '108px'],
    ['enums.Nature.Surplus', (row) => row.surplusMilliWh, 'energy', '104px'],
    ['dashboard.ranking.rate', (row) => row.selfConsumptionRate, 'rate', '80px'],
  ]);
  return (
    <DataTable
      dense
      caption={t('dashboard.ranking.producers')}
      rows={query.data?.producers ?? []}
      columns={columns}
      rowId={idOf}
      rowName={(row) => row.name}
      state={query}
      maxHeight={420}
    />
  );
}

/** The lines of a small ranking as they are. */
export function LinesTable({ caption, lines }: { caption: string; lines: readonly RankedLine[] }) {
  const t = useT();
  const formats = useFormats();
  const name = useLineName();
  const columns = useMemo(
    (): Column<RankedLine>[] => [
      { id: 'name', header: t('dashboard.ranking.name'), width: 'minmax(140px, 2fr)', cell: name, sortValue: name },
      {
        id: 'energy',
        header: t('formats.unit.energy'),
        align: 'right',
        cell: ({ milliWh }) => (milliWh === undefined ? t('formats.none') : formats.energy(milliWh)),
        sortValue: ({ milliWh }) => milliWh,
      },
      {
        id: 'part',
        header: t('dashboard.ranking.part'),
        align: 'right',
        width: 'minmax(80px, 1fr)',
        cell: ({ rate }) => (rate === undefined ? t('formats.none') : formats.rate(rate)),
        sortValue: ({ rate }) => rate,
      },
    ],
    [t, formats, name],
  );
  return <DataTable dense caption={caption} rows={lines} columns={columns} rowId={({ id }) => id} rowName={name} />;
}

interface Share {
  participantId?: string;
  name: string;
  others?: number;
}

const idOf = (row: Share) => row.participantId ?? 'others';

type Figure<Row> = readonly [
  header: Parameters<ReturnType<typeof useT>>[0],
  value: (row: Row) => number | undefined,
  as: 'energy' | 'rate',
  width: string,
];

function useColumns<Row extends Share>(first: string, figures: readonly Figure<Row>[]): Column<Row>[] {
  const t = useT();
  const formats = useFormats();
  const name = useLineName();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the figures of a table never change
  return useMemo(
    () => [
      {
        id: 'name',
        header: first,
        width: 'minmax(112px, 2fr)',
        cell: (row) => (
          <ThingLink thing="site" id={row.participantId}>
            {nameOf(row, name)}
          </ThingLink>
        ),
        sortValue: (row) => nameOf(row, name),
      },
      ...figures.map(
        ([header, value, as, width]): Column<Row> => ({
          id: header,
          header: t(header),
          align: 'right',
          width: `minmax(${width}, 1fr)`,
          cell: (row) => {
            const figure = value(row);
            if (figure === undefined) return t('formats.none');
            return as === 'energy' ? formats.energy(figure) : formats.rate(figure);
          },
          sortValue: value,
        }),
      ),
    ],
    [t, formats, first],
  );
}

const nameOf = (row: Share, name: ReturnType<typeof useLineName>) =>
  row.others === undefined ? row.name : name({ id: 'others', others: row.others });
