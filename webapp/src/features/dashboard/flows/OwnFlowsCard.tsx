import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense } from 'react';
import type { Operation } from '../../../api/operations';
import { ChartCard, lineRoom, type ViewState } from '../../../design/ChartCard';
import { HorizontalBars } from '../../../design/HorizontalBars';
import { NatureLegend } from '../../../design/NatureLegend';
import type { DayRange } from '../../../design/period';
import { ChartSkeleton } from '../../../design/Skeletons';
import { WhenVisible } from '../../../design/WhenVisible';
import { useEnergyOf } from '../essentials/EssentialFacts';
import { type Essentials, essentialsOf } from '../essentials/essentials';
import { FlowsTable } from '../lazyTables';
import { NoValues } from '../NoValues';
import type { Totals } from '../tiles/tileFigures';
import { useTiles } from '../tiles/useTiles';
import type { Viewpoint } from '../viewpoint/viewpoint';
import { meId, ownFlows } from './ownFlows';

/** The picture of flows is a chunk of its own. */
const FlowSankey = lazy(() => import('../../../design/FlowSankey').then((module) => ({ default: module.FlowSankey })));

type Own = Exclude<Viewpoint, { kind: 'operation' }>;

interface OwnFlowsCardProps {
  view: Own;
  operation: Operation;
  period: DayRange;
  totals: Totals;
  state: ViewState;
  /** The site also makes energy, which is the other side of the same flows. */
  prosumer: boolean;
}

const height = 240;

/** One's own flows, oneself in the middle: what came in from all producers and the grid, what went out. */
export function OwnFlowsCard({ prosumer, ...props }: OwnFlowsCardProps) {
  return prosumer && props.view.kind === 'consumer' ? <BothSides {...props} /> : <Picture {...props} />;
}

function BothSides(props: Omit<OwnFlowsCardProps, 'prosumer'>) {
  const { view, operation, period } = props;
  const other = useTiles({
    view: { kind: 'producer', operationId: view.operationId, siteId: view.siteId },
    period,
    operation,
    comparison: 'none',
    display: 'ACC',
  });
  return <Picture {...props} made={essentialsOf('producer', other.totals)} />;
}

function Picture({
  view,
  period,
  totals,
  state,
  made,
}: Omit<OwnFlowsCardProps, 'prosumer'> & { made?: Essentials | undefined }) {
  const t = useT();
  const formats = useFormats();
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const found = essentialsOf(view.kind, totals);
  const energy = useEnergyOf({ grain: found?.grain ?? 1 });
  const energyMade = useEnergyOf({ grain: made?.grain ?? found?.grain ?? 1 });
  const sides = view.kind === 'consumer' ? { used: found, made } : { made: found };
  const { nodes, links } = ownFlows(sides, {
    me: t('dashboard.ownFlows.me'),
    local: t('dashboard.ownFlows.local'),
    grid: t('dashboard.flows.grid'),
    unknown: t('dashboard.ownFlows.unknown'),
    shared: t('dashboard.ownFlows.shared'),
    surplus: t('enums.Nature.Surplus'),
  });
  const title = t('dashboard.ownFlows.title');
  const withFigures = nodes.map((node) => {
    if (node.id === meId) return node;
    const link = links.find(({ source, target }) => source === node.id || target === node.id);
    if (!link) return node;
    const said = link.source === meId ? energyMade(link.milliWh) : energy(link.milliWh);
    return { ...node, name: t('dashboard.ownFlows.end', { name: node.name, energy: said }) };
  });
  return (
    <ChartCard
      title={title}
      state={state}
      height={phone ? 120 : height}
      room={(phone ? 120 : height) + 2 * lineRoom}
      empty={!state.isPending && links.length === 0 && <NoValues />}
      legend={<NatureLegend natures={[...new Set(links.map(({ nature }) => nature))]} />}
      graph={
        phone ? (
          <HorizontalBars
            label={title}
            bars={withFigures.flatMap((node) => {
              const link = links.find(
                ({ source, target }) => node.id !== meId && (source === node.id || target === node.id),
              );
              if (!link) return [];
              const said = link.source === meId ? energyMade(link.milliWh) : energy(link.milliWh);
              const name = nodes.find(({ id }) => id === node.id)?.name ?? '';
              return [{ id: node.id, name, segments: [{ nature: link.nature, value: link.milliWh }], text: said }];
            })}
          />
        ) : (
          <WhenVisible height={height}>
            <Suspense fallback={<ChartSkeleton height={height} />}>
              <FlowSankey
                label={t('dashboard.ownFlows.label', { range: formats.dayRange(period.from, period.to) })}
                nodes={withFigures}
                links={links}
                height={height}
              />
            </Suspense>
          </WhenVisible>
        )
      }
      table={<FlowsTable caption={title} nodes={nodes} links={links} />}
      note={
        view.kind === 'consumer' && (
          <Typography component="span" variant="inherit">
            {t('dashboard.ownFlows.note')}
          </Typography>
        )
      }
    />
  );
}
