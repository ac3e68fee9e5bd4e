import Box from '@mui/material/Box';
import { useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import type { Operation } from '../../../api/operations';
import type { DayRange } from '../../../design/period';
import { ConsumersTable, LinesTable, ProducersTable } from '../lazyTables';
import { useDistribution } from '../queries';
import type { Viewpoint } from '../viewpoint/viewpoint';
import { RankingCard } from './RankingCard';
import { consumerLines, destinationLines, namedBars, originLines, producerLines, type RankedLine } from './ranking';

interface DistributionCardsProps {
  view: Viewpoint;
  operation: Operation;
  period: DayRange;
  /** How many sites a chart names; the rest is one line, and the table has them all. */
  top: number;
}

/** Who received what, and where the production went, as far as the viewpoint may see it. */
export function DistributionCards(props: DistributionCardsProps) {
  switch (props.view.kind) {
    case 'operation':
      return (
        <Pair>
          <ConsumersCard {...props} />
          <ProducersCard {...props} />
        </Pair>
      );
    case 'consumer':
      return (
        <Pair>
          <ConsumersCard {...props} />
          <OriginCard {...props} siteId={props.view.siteId} />
        </Pair>
      );
    case 'producer':
      return (
        <Pair>
          <DestinationCard {...props} siteId={props.view.siteId} />
          <ProducersCard {...props} />
        </Pair>
      );
    default:
      return props.view satisfies never;
  }
}

function Pair({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
        // The table of consumers has more columns than half a page can hold.
        '& > :first-of-type:has([role="table"])': { gridColumn: '1 / -1' },
        '@media print': { order: 1, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1 },
      }}
    >
      {children}
    </Box>
  );
}

function ConsumersCard({ view, period, top }: DistributionCardsProps) {
  const t = useT();
  const query = useDistribution(view.operationId, period, top);
  return (
    <RankingCard
      title={t('dashboard.ranking.consumers')}
      state={query}
      lines={query.data && barsFor(view, consumerLines(query.data))}
      expected={view.kind === 'operation' ? top + 1 : 2}
      note={t('dashboard.ranking.consumersNote')}
      table={<ConsumersTable operationId={view.operationId} days={period} />}
    />
  );
}

function ProducersCard({ view, operation, period, top }: DistributionCardsProps) {
  const t = useT();
  const query = useDistribution(view.operationId, period, top);
  return (
    <RankingCard
      title={t('dashboard.ranking.producers')}
      state={query}
      lines={query.data && barsFor(view, producerLines(query.data))}
      expected={view.kind === 'operation' ? Math.min(top + 1, operation.producers?.length ?? 1) : 2}
      note={t('dashboard.ranking.producersNote')}
      table={<ProducersTable operationId={view.operationId} days={period} />}
    />
  );
}

/** A participant's own bar stands beside that of all others; in an operation, sites stand beside sites. */
const barsFor = (view: Viewpoint, lines: RankedLine[]) => (view.kind === 'operation' ? namedBars(lines) : lines);

function OriginCard({ view, operation, period, top, siteId }: DistributionCardsProps & { siteId: string }) {
  const t = useT();
  const query = useDistribution(view.operationId, period, top);
  const lines = query.data && originLines(query.data, siteId, operation.producers ?? []);
  const title = t('dashboard.ranking.origin');
  return (
    <RankingCard
      title={title}
      state={query}
      lines={lines}
      expected={2}
      note={t('dashboard.ranking.originNote')}
      table={<LinesTable caption={title} lines={lines ?? []} />}
    />
  );
}

function DestinationCard({ view, period, top, siteId }: DistributionCardsProps & { siteId: string }) {
  const t = useT();
  const query = useDistribution(view.operationId, period, top);
  const lines = query.data && destinationLines(query.data, siteId);
  const title = t('dashboard.ranking.destination');
  return (
    <RankingCard
      title={title}
      state={query}
      lines={lines}
      expected={2}
      note={t('dashboard.ranking.destinationNote')}
      table={<LinesTable caption={title} lines={lines ?? []} />}
    />
  );
}
