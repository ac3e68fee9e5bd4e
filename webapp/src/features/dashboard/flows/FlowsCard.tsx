import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import type { Theme } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ChartCard, lineRoom } from '../../../design/ChartCard';
import { HorizontalBars } from '../../../design/HorizontalBars';
import { NatureLegend } from '../../../design/NatureLegend';
import type { DayRange } from '../../../design/period';
import { ChartSkeleton } from '../../../design/Skeletons';
import { WhenVisible } from '../../../design/WhenVisible';
import { FlowsTable } from '../lazyTables';
import { NoValues } from '../NoValues';
import { useDistribution } from '../queries';
import type { Distribution, Viewpoint } from '../viewpoint/viewpoint';
import { FlowDetails } from './FlowDetails';
import { consumerNode, flowsOf, surplusId, throughputOf, tops, usualTop } from './flows';

/** The picture of flows is a chunk of its own. */
const FlowSankey = lazy(() => import('../../../design/FlowSankey').then((module) => ({ default: module.FlowSankey })));

interface FlowsCardProps {
  view: Viewpoint;
  period: DayRange;
  /** How many consumers are named. */
  top: number;
  onTop: (top: string | undefined) => void;
}

/** Where the energy came from and where it went; each end opens its details. */
export function FlowsCard({ view, period, top, onTop }: FlowsCardProps) {
  const t = useT();
  const formats = useFormats();
  const query = useDistribution(view.operationId, period, top);
  const flows = useFlows(query.data);
  const [selected, setSelected] = useState<string>();
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const open = flows.nodes.some(({ id }) => id === selected) ? selected : undefined;
  const title = t('dashboard.flows.title');
  const height = Math.min(560, Math.max(280, 40 + 30 * Math.max(3, (query.data?.consumers.length ?? top + 1) + 1)));
  return (
    <ChartCard
      title={title}
      state={query}
      height={phone ? 120 : height}
      room={(phone ? 120 : height) + 2 * lineRoom}
      empty={query.data && flows.links.length === 0 && <NoValues />}
      legend={<NatureLegend natures={['Prod', 'Autoconso', 'complement', 'Surplus', 'Conso']} />}
      actions={view.kind === 'operation' && <TopChoice value={top} onChange={onTop} />}
      graph={
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: open ? 'minmax(0, 1fr) 288px' : 'minmax(0, 1fr)' },
          }}
        >
          {phone ? (
            <Destinations data={query.data} onSelect={setSelected} />
          ) : (
            <WhenVisible height={height}>
              <Suspense fallback={<ChartSkeleton height={height} />}>
                <FlowSankey
                  label={t('dashboard.flows.label', { range: formats.dayRange(period.from, period.to) })}
                  {...flows}
                  height={height}
                  selected={open}
                  onSelect={setSelected}
                />
              </Suspense>
            </WhenVisible>
          )}
          {open && query.data && (
            <FlowDetails id={open} data={query.data} flows={flows} onClose={() => setSelected(undefined)} />
          )}
        </Box>
      }
      table={<FlowsTable caption={title} {...flows} />}
      note={<span className="no-print">{t('dashboard.flows.note')}</span>}
    />
  );
}

function useFlows(data: Distribution | undefined) {
  const t = useT();
  return useMemo(
    () =>
      data
        ? flowsOf(data, {
            grid: t('dashboard.flows.grid'),
            surplus: t('enums.Nature.Surplus'),
            others: (count) => t('dashboard.ranking.others', { smart_count: count }),
          })
        : { nodes: [], links: [] },
    [data, t],
  );
}

function TopChoice({ value, onChange }: { value: number; onChange: (top: string | undefined) => void }) {
  const t = useT();
  return (
    <TextField
      select
      size="small"
      className="no-print"
      value={value}
      onChange={(event) => onChange(Number(event.target.value) === usualTop ? undefined : event.target.value)}
      slotProps={{ select: { SelectDisplayProps: { 'aria-label': t('dashboard.flows.top') } } }}
      sx={{ width: 'auto', '& .MuiSelect-select': { py: 0.5, fontSize: '0.8125rem' } }}
    >
      {tops.map((one) => (
        <MenuItem key={one} value={one}>
          {t('dashboard.flows.topOf', { smart_count: one })}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** A picture of flows turns inside out on a phone: there, the destinations stand as bars, largest first. */
function Destinations({ data, onSelect }: { data: Distribution | undefined; onSelect: (id: string) => void }) {
  const t = useT();
  const formats = useFormats();
  const flows = useFlows(data);
  if (!data) return null;
  const bars = flows.nodes
    .filter(({ nature }) => nature === 'Conso' || nature === 'Surplus')
    .map((node) => ({ node, milliWh: throughputOf(node.id, flows.links) }))
    .filter(({ milliWh }) => milliWh > 0)
    .sort((a, b) => b.milliWh - a.milliWh);
  const consumer = (id: string) => data.consumers.find(({ participantId }) => consumerNode(participantId) === id);
  return (
    <HorizontalBars
      label={t('dashboard.flows.title')}
      bars={bars.map(({ node, milliWh }) => ({
        id: node.id,
        name: (
          <Link component="button" type="button" color="inherit" onClick={() => onSelect(node.id)}>
            {node.name}
          </Link>
        ),
        segments:
          node.id === surplusId
            ? [{ nature: 'Surplus', value: milliWh }]
            : [
                { nature: 'Autoconso', value: consumer(node.id)?.sharedMilliWh ?? 0 },
                { nature: 'complement', value: consumer(node.id)?.complementMilliWh ?? 0 },
              ],
        text: formats.energy(milliWh),
      }))}
    />
  );
}
