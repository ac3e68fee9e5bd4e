import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { NatureKey } from '@openpmo/ui/theme/natures';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { AfterFirst } from '../../../design/AfterFirst';
import { Can } from '../../../design/Can';
import { ChartCard, cardHeight, lineRoom } from '../../../design/ChartCard';
import { CurveLegend } from '../../../design/CurveLegend';
import { hasValues } from '../../../design/drawnCurve';
import { LoadCurve } from '../../../design/LoadCurve';
import { type DayRange, dataBounds } from '../../../design/period';
import { type Comparison, comparedNatures, comparedRange, resolutionFor } from '../comparison';
import { CurveTable } from '../lazyTables';
import { NoValues } from '../NoValues';
import { useDateRanges, useLoadCurve } from '../queries';
import {
  type LoadCurve as Curve,
  type Display,
  fitting,
  naturesOf,
  type Resolution,
  showsComplement,
  type Viewpoint,
} from '../viewpoint/viewpoint';
import { CurveNote } from './CurveNote';
import { ExportMenu } from './ExportMenu';
import { StepMenu } from './StepMenu';
import { useCurveSummary } from './useCurveSummary';
import { ZoomTrail } from './ZoomTrail';

interface CurveCardProps {
  view: Viewpoint;
  period: DayRange;
  /** The operation has series of individual self-consumption. */
  aci: boolean;
  display: Display;
  comparison: Comparison;
  /** Wider periods that this one was looked closer at from. */
  trail: readonly DayRange[];
  /** Another period for the whole page, and what it was looked closer at from. */
  zoom: (range: DayRange, trail: readonly DayRange[]) => void;
  resolution: Resolution;
  onResolution: (resolution: Resolution) => void;
}

const height = 300;
/** Room of everything under the head of the card. */
const room = height + 2 * lineRoom;
/** Height of the whole card, for what stands in its place. */
export const curveHeight = cardHeight(room);

/**
 * The load curve of the period. Dragging looks closer, a double click or Escape goes back: what is looked
 * at is the period of the page, whose figures follow.
 */
export function CurveCard(props: CurveCardProps) {
  const { view, period: days, trail, zoom, aci, display, comparison, resolution, onResolution } = props;
  const t = useT();
  const formats = useFormats();
  const [hidden, toggle] = useHidden();
  const complement = showsComplement(view.kind, display);
  const asked = naturesOf(view.kind, aci && display !== 'ACC');
  const curve = useLoadCurve(view, { natures: asked, days, resolution: fitting(resolution, days), quality: true });
  const compared = useCompared(view, days, comparison, curve.data);
  const summary = useCurveSummary(curve.data, days);
  const wider = trail.at(-1);
  const back = () => wider && zoom(wider, trail.slice(0, -1));
  const natures = [
    ...(curve.data?.series.map((series) => series.nature) ?? []),
    ...(complement ? (['complement'] as const) : []),
  ];
  const path = <ZoomTrail period={days} trail={trail} onChange={zoom} />;
  return (
    <ChartCard
      title={t(view.kind === 'operation' ? 'dashboard.curve.title' : 'dashboard.curve.ofSite')}
      state={curve}
      height={height}
      room={room}
      empty={curve.data && !hasValues(curve.data) && <NoValues />}
      legend={
        curve.data && (
          <CurveLegend
            curve={curve.data}
            natures={natures}
            compared={compared?.label}
            {...{ hidden, onToggle: toggle }}
          />
        )
      }
      actions={
        curve.data && <Actions {...{ view, days, resolution, onResolution }} natures={asked} curve={curve.data} />
      }
      note={curve.data && <CurveNote curve={curve.data} days={days} />}
      graph={
        curve.data && (
          <Box
            onDoubleClick={back}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key === 'Escape') back();
            }}
          >
            <p style={visuallyHidden}>{summary}</p>
            {path}
            <AfterFirst height={height}>
              <LoadCurve
                curve={curve.data}
                complement={complement}
                compared={compared}
                hidden={hidden}
                height={height}
                onZoom={(next) => {
                  if (next.from !== days.from || next.to !== days.to) zoom(next, [...trail, days]);
                }}
              />
            </AfterFirst>
          </Box>
        )
      }
      table={
        curve.data && (
          <>
            {path}
            <CurveTable
              curve={curve.data}
              complement={complement}
              compared={compared}
              caption={t('dashboard.curve.caption', { range: formats.dayRange(days.from, days.to) })}
            />
          </>
        )
      }
    />
  );
}

type ActionsProps = Pick<CurveCardProps, 'view' | 'resolution' | 'onResolution'> & {
  days: DayRange;
  natures: ReturnType<typeof naturesOf>;
  curve: Curve;
};

function Actions({ view, days, natures, curve, resolution, onResolution }: ActionsProps) {
  return (
    <>
      <StepMenu step={curve.step} value={resolution} onChange={onResolution} />
      <Can permission="curve:export">
        <ExportMenu view={view} natures={natures} days={days} step={curve.step} sourceStep={curve.sourceStep} />
      </Can>
    </>
  );
}

/** The same curve of the period it is compared with, by the same step; nothing while it is not known, or where there is none. */
function useCompared(view: Viewpoint, days: DayRange, comparison: Comparison, curve: Curve | undefined) {
  const t = useT();
  const bounds = dataBounds(useDateRanges(view).data);
  const before = comparedRange(days, comparison);
  // Before the first data there is nothing to see, and of a site nothing to ask.
  const range = before && bounds && before.to >= bounds.from ? before : undefined;
  const query = useLoadCurve(view, {
    natures: comparedNatures[view.kind],
    days: range ?? days,
    resolution: resolutionFor(curve?.step ?? ''),
    enabled: range !== undefined && curve !== undefined,
  });
  const known = range && !query.isPlaceholderData ? query.data : undefined;
  const label = comparison === 'none' ? '' : t(`dashboard.compare.${comparison}`);
  return useMemo(() => (known && hasValues(known) ? { label, curve: known } : undefined), [known, label]);
}

/** Natures that one has taken out of the curve. */
function useHidden(): [ReadonlySet<NatureKey>, (nature: NatureKey) => void] {
  const [hidden, setHidden] = useState<ReadonlySet<NatureKey>>(new Set());
  const toggle = (nature: NatureKey) =>
    setHidden((before) => {
      const next = new Set(before);
      if (!next.delete(nature)) next.add(nature);
      return next;
    });
  return [hidden, toggle];
}
