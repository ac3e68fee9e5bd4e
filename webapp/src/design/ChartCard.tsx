import BarChartOutlined from '@mui/icons-material/BarChartOutlined';
import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { ErrorPanel } from './ErrorPanel';
import { ChartSkeleton } from './Skeletons';

/** The four states of every data view; a React Query result fits as it is. */
export interface ViewState {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  /** True while fresher data is on its way and the old is still shown. */
  isFetching?: boolean;
  refetch?: () => unknown;
}

export interface ChartCardProps {
  title: string;
  state: ViewState;
  /** Shown instead of the chart when the answer holds nothing. */
  empty?: ReactNode;
  legend?: ReactNode;
  actions?: ReactNode;
  note?: ReactNode;
  graph: ReactNode;
  /** The same figures as a table (RGAA 1.6): always there. */
  table: ReactNode;
  height?: number;
  /** Room of everything under the head, legend and note included, kept from the start: what comes late moves nothing. */
  room?: number;
}

/** Room of a line of legend, or of a note, in pixels. */
export const lineRoom = 28;
/** The head is as high before its buttons are there. */
const headHeight = 34;
/** Height of a whole card in pixels, for what stands in its place. */
export const cardHeight = (room: number): number => room + headHeight + 8 + 2 * 17;

/** A card with a chart and its table twin. */
export function ChartCard(props: ChartCardProps) {
  const { title, state, empty, legend, actions, note, graph, table, height = 320, room = height } = props;
  const t = useT();
  const id = useId();
  const [view, setView] = useState<'graph' | 'table'>('graph');
  const ready = !state.isPending && !state.isError && !empty;
  return (
    <Card
      component="section"
      aria-labelledby={id}
      className="print-whole"
      sx={{ position: 'relative', p: 2, minWidth: 0, '@media print': { p: 1.25 } }}
    >
      {ready && state.isFetching && (
        <LinearProgress
          aria-label={t('design.chart.refreshing')}
          sx={{ position: 'absolute', inset: '0 0 auto', height: 2 }}
        />
      )}
      <Stack
        direction="row"
        sx={{
          flexWrap: 'wrap',
          gap: 1,
          alignItems: 'center',
          minHeight: headHeight,
          mb: 1,
          '@media print': { minHeight: 0 },
        }}
      >
        <Typography id={id} variant="h2" sx={{ mr: 'auto' }}>
          {title}
        </Typography>
        {actions}
        {ready && (
          <ToggleButtonGroup
            exclusive
            size="small"
            className="no-print"
            aria-label={t('design.chart.view')}
            value={view}
            onChange={(_, next: 'graph' | 'table' | null) => next && setView(next)}
          >
            <ToggleButton value="graph" sx={{ gap: 0.5, py: 0.25 }}>
              <BarChartOutlined fontSize="small" /> {t('design.chart.graph')}
            </ToggleButton>
            <ToggleButton value="table" sx={{ gap: 0.5, py: 0.25 }}>
              <TableRowsOutlined fontSize="small" /> {t('design.chart.table')}
            </ToggleButton>
          </ToggleButtonGroup>
        )}
      </Stack>
      <Box sx={{ minHeight: ready || state.isPending ? room : 0, '@media print': { minHeight: 0 } }}>
        {ready && view === 'graph' && legend}
        <Body {...{ state, empty, height }} pendingHeight={room}>
          {view === 'graph' ? graph : table}
        </Body>
        {ready && note && (
          <Typography variant="caption" component="div" color="textSecondary" sx={{ mt: 1 }}>
            {note}
          </Typography>
        )}
      </Box>
    </Card>
  );
}

interface BodyProps {
  state: ViewState;
  empty?: ReactNode;
  height: number;
  pendingHeight: number;
  children: ReactNode;
}

function Body({ state, empty, height, pendingHeight, children }: BodyProps) {
  if (state.isPending) return <ChartSkeleton height={pendingHeight} />;
  if (state.isError) {
    return <ErrorPanel error={state.error} {...(state.refetch ? { onRetry: () => state.refetch?.() } : {})} />;
  }
  return (
    <Box sx={{ minHeight: empty ? 0 : height, '@media print': { minHeight: 0 } }}>
      {/* A graph or a table may be a chunk of its own. */}
      <Suspense fallback={<ChartSkeleton height={height} />}>{empty || children}</Suspense>
    </Box>
  );
}
