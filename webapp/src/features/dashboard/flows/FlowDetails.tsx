import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useEffect, useId, useRef } from 'react';
import type { FlowLink, FlowNode } from '../../../design/FlowSankey';
import { NatureMark } from '../../../design/NatureLegend';
import type { Distribution } from '../viewpoint/viewpoint';
import { consumerNode, neighboursOf, producerNode, throughputOf } from './flows';

interface FlowDetailsProps {
  id: string;
  data: Distribution;
  flows: { nodes: readonly FlowNode[]; links: readonly FlowLink[] };
  onClose: () => void;
}

/** One end of the flows: its figures, and who it exchanged most with. */
export function FlowDetails({ id, data, flows, onClose }: FlowDetailsProps) {
  const t = useT();
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // The reader is led to what opened, and back to where it was opened from.
  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      if (opener instanceof HTMLElement || opener instanceof SVGElement) opener.focus({ preventScroll: true });
    };
  }, []);
  const node = flows.nodes.find((one) => one.id === id);
  if (!node) return null;
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      className="no-print"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, p: 1.5, minWidth: 0, alignSelf: 'start' }}
    >
      <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 1 }}>
        <Typography
          id={titleId}
          ref={heading}
          tabIndex={-1}
          variant="h3"
          sx={{ mr: 'auto', py: 0.5, overflowWrap: 'anywhere', outline: 'none' }}
        >
          {node.name}
        </Typography>
        <IconButton size="small" aria-label={t('design.close')} onClick={onClose}>
          <CloseOutlined fontSize="small" />
        </IconButton>
      </Stack>
      <Figures id={id} data={data} links={flows.links} />
      <Neighbours id={id} flows={flows} />
    </Box>
  );
}

function Figures({ id, data, links }: { id: string; data: Distribution; links: readonly FlowLink[] }) {
  const t = useT();
  const formats = useFormats();
  const energy = (milliWh: number | undefined) => (milliWh === undefined ? undefined : formats.energy(milliWh));
  const rate = (value: number | undefined) => (value === undefined ? undefined : formats.rate(value));
  const consumer = data.consumers.find(({ participantId }) => consumerNode(participantId) === id);
  const producer = data.producers.find(({ participantId }) => producerNode(participantId) === id);
  const figures: [label: string, value: string | undefined][] = consumer
    ? [
        [t('enums.Nature.Conso'), energy(consumer.consumptionMilliWh)],
        [t('dashboard.ranking.shared'), energy(consumer.sharedMilliWh)],
        [t('enums.Nature.complement'), energy(consumer.complementMilliWh)],
        [t('dashboard.tile.selfProductionRate'), rate(consumer.selfProductionRate)],
        [t('dashboard.flows.part'), rate(consumer.percentage === undefined ? undefined : consumer.percentage / 100)],
      ]
    : producer
      ? [
          [t('enums.Nature.Prod'), energy(producer.productionMilliWh)],
          [t('dashboard.ranking.shared'), energy(producer.sharedMilliWh)],
          [t('enums.Nature.Surplus'), energy(producer.surplusMilliWh)],
          [t('dashboard.tile.selfConsumptionRate'), rate(producer.selfConsumptionRate)],
        ]
      : [[t('formats.unit.energy'), energy(throughputOf(id, links))]];
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: 0.5, m: 0, my: 1 }}>
      {figures.map(
        ([label, value]) =>
          value && (
            <Box key={label} sx={{ display: 'contents' }}>
              <Typography component="dt" variant="body2" color="textSecondary">
                {label}
              </Typography>
              <Typography
                component="dd"
                variant="body2"
                sx={{ m: 0, textAlign: 'right', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
              >
                {value}
              </Typography>
            </Box>
          ),
      )}
    </Box>
  );
}

const shown = 5;

function Neighbours({ id, flows }: Pick<FlowDetailsProps, 'id' | 'flows'>) {
  const t = useT();
  const formats = useFormats();
  const neighbours = neighboursOf(id, flows).slice(0, shown);
  const inflow = flows.links.some(({ target }) => target === id);
  return (
    <>
      <Typography variant="subtitle2" component="h4">
        {t(inflow ? 'dashboard.flows.origins' : 'dashboard.flows.destinations')}
      </Typography>
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mt: 0.5, gap: 0.5 }}>
        {neighbours.map((one) => (
          <Stack component="li" key={one.id} direction="row" sx={{ gap: 1, alignItems: 'center' }}>
            <NatureMark nature={one.by} />
            <Typography variant="body2" noWrap sx={{ mr: 'auto' }}>
              {one.name}
            </Typography>
            <Typography variant="body2" noWrap sx={{ flex: 'none', fontVariantNumeric: 'tabular-nums' }}>
              {formats.energy(one.milliWh)}
            </Typography>
          </Stack>
        ))}
      </Stack>
    </>
  );
}
