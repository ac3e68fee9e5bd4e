import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type CustomSankeyLayerProps, type DefaultLink, Sankey } from '@nivo/sankey';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type NatureKey, natureColours } from '@openpmo/ui/theme/natures';
import { neutrals } from '@openpmo/ui/theme/tokens';
import { createContext, type KeyboardEvent, type ReactNode, useContext, useMemo, useRef } from 'react';
import { tintOf } from './colours';
import { gap, letter, line, linesAt, linesOf, roomFor } from './flowLabels';
import { useScheme } from './scheme';
import { useWidth } from './useWidth';

/** A source at the left or a destination at the right; at most twenty of either can be told apart. */
export interface FlowNode {
  id: string;
  name: string;
  nature: NatureKey;
}

/** Energy from a source to a destination, mWh. */
export interface FlowLink {
  source: string;
  target: string;
  milliWh: number;
  nature: NatureKey;
}

export interface FlowSankeyProps {
  label: string;
  nodes: readonly FlowNode[];
  links: readonly FlowLink[];
  height?: number;
  /** The node whose details are open. */
  selected?: string | undefined;
  /** Absent: the ends have no details, and are no buttons. */
  onSelect?: (id: string) => void;
}

type Node = FlowNode & { colour: string };

/** How strong the colour of a flow is on paper; where flows cross, they add up. */
const linkTint = 0.42;

/** Where energy comes from and where it goes. Each node is a button that opens its details. */
export function FlowSankey({ label, nodes, links, height: tall = 380, selected, onSelect }: FlowSankeyProps) {
  const scheme = useScheme();
  const host = useRef<HTMLDivElement>(null);
  const { width, paper } = useWidth(host);
  const height = paper ? Math.min(tall, 240) : tall;
  const data = useMemo(() => {
    const colours = natureColours[scheme];
    const used = new Set(links.flatMap(({ source, target }) => [source, target]));
    return {
      nodes: nodes.filter(({ id }) => used.has(id)).map((node): Node => ({ ...node, colour: colours[node.nature] })),
      links: links
        .filter(({ milliWh }) => milliWh > 0)
        .map(({ source, target, milliWh, nature }): DefaultLink => {
          const colour = tintOf(colours[nature], neutrals[scheme].paper, linkTint);
          return { source, target, value: milliWh, startColor: colour, endColor: colour };
        }),
    };
  }, [nodes, links, scheme]);
  const margin = roomFor(
    data.nodes.map(({ name }) => name),
    width,
  );
  return (
    <Choice value={{ selected, ...(onSelect ? { onSelect } : {}) }}>
      <Box ref={host} sx={{ height, minWidth: 0, overflow: 'hidden' }}>
        {width > 0 && (
          <Sankey<Node, DefaultLink>
            // A new drawing stands at once; one that moves would be printed where it was.
            key={String(paper)}
            width={width}
            height={height}
            data={data}
            margin={{ top: 6, right: margin, bottom: 6, left: margin }}
            align="justify"
            sort="input"
            colors={({ colour }) => colour}
            nodeThickness={12}
            nodeSpacing={data.nodes.length > 16 ? 8 : 12}
            nodeOpacity={1}
            nodeBorderRadius={2}
            nodeBorderWidth={0}
            enableLinkGradient
            linkOpacity={1}
            linkHoverOpacity={1}
            linkHoverOthersOpacity={0.25}
            linkBlendMode={scheme === 'dark' ? 'screen' : 'multiply'}
            layers={['links', 'nodes', Labels, ...(onSelect ? [Handles] : [])]}
            nodeTooltip={({ node }) => <Tip title={node.name} milliWh={node.value} />}
            linkTooltip={({ link }) => <Tip title={`${link.source.name} → ${link.target.name}`} milliWh={link.value} />}
            animate={false}
            role="group"
            ariaLabel={label}
          />
        )}
      </Box>
    </Choice>
  );
}

const Selection = createContext<Pick<FlowSankeyProps, 'selected' | 'onSelect'>>({});

function Choice(props: { value: Pick<FlowSankeyProps, 'selected' | 'onSelect'>; children: ReactNode }) {
  return <Selection value={props.value}>{props.children}</Selection>;
}

/** The names beside the nodes, in as many lines as they need and their neighbours leave. */
function Labels({ nodes, margin, width }: CustomSankeyLayerProps<Node, DefaultLink>) {
  const most = Math.max(8, Math.floor(((margin.left ?? 0) - gap) / letter));
  const middleOf = ({ y, height }: { y: number; height: number }) => y + height / 2;
  return nodes.map((node) => {
    const left = node.x < width / 2;
    const middle = middleOf(node);
    const column = nodes.filter(({ layer }) => layer === node.layer).map(middleOf);
    const lines = linesOf(node.name, most, linesAt(middle, column));
    const x = left ? node.x - gap : node.x + node.width + gap;
    return (
      <Box
        key={node.id}
        component="text"
        textAnchor={left ? 'end' : 'start'}
        sx={{ fill: 'var(--mui-palette-text-primary)', fontSize: 12, pointerEvents: 'none' }}
      >
        {lines.map((text, index) => (
          <tspan key={text} x={x} y={middle + (index - (lines.length - 1) / 2) * line} dominantBaseline="central">
            {text}
          </tspan>
        ))}
      </Box>
    );
  });
}

/** Targets are 24 pixels at least (WCAG 2.5.8), as far as their neighbours leave room. */
const target = 24;

/** Over each node and its name a button: keys reach what the pointer does. */
function Handles({ nodes, margin, setCurrentNode }: CustomSankeyLayerProps<Node, DefaultLink>) {
  const t = useT();
  const formats = useFormats();
  const { selected, onSelect } = useContext(Selection);
  return nodes.map((node) => {
    const left = node.layer === 0;
    const reach = ((left ? margin.left : margin.right) ?? 0) - 4;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      onSelect?.(node.id);
    };
    return (
      <Box
        key={node.id}
        component="rect"
        role="button"
        tabIndex={0}
        aria-pressed={node.id === selected}
        aria-label={t('design.flow.node', { name: node.name, value: formats.energy(node.value) })}
        x={left ? node.x - reach : node.x}
        y={node.y - Math.max(0, (target - node.height) / 2)}
        width={reach + node.width}
        height={Math.max(target, node.height)}
        rx={4}
        onClick={() => onSelect?.(node.id)}
        onKeyDown={onKeyDown}
        onMouseEnter={() => setCurrentNode(node)}
        onMouseLeave={() => setCurrentNode(null)}
        onFocus={() => setCurrentNode(node)}
        onBlur={() => setCurrentNode(null)}
        sx={{
          fill: 'transparent',
          cursor: 'pointer',
          outline: 'none',
          stroke: node.id === selected ? 'var(--mui-palette-text-primary)' : 'none',
          '&:focus-visible': { stroke: 'var(--mui-palette-primary-main)', strokeWidth: 2 },
        }}
      />
    );
  });
}

function Tip({ title, milliWh }: { title: string; milliWh: number }) {
  const formats = useFormats();
  return (
    <Paper variant="outlined" sx={{ px: 1, py: 0.5, boxShadow: 3 }}>
      <Typography variant="caption">
        {title} : <strong>{formats.energy(milliWh)}</strong>
      </Typography>
    </Paper>
  );
}
