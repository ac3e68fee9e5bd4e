import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import useMediaQuery from '@mui/material/useMediaQuery';
import { visuallyHidden } from '@mui/utils';
import { daysBetween } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type Dispatch, type KeyboardEvent, type SetStateAction, useState } from 'react';
import { ChartCard } from '../../design/ChartCard';
import { CurveTable } from '../../design/CurveTable';
import { hasValues } from '../../design/curveModel';
import { EmptyState } from '../../design/EmptyState';
import { LoadCurve } from '../../design/LoadCurve';
import { NatureLegend } from '../../design/NatureLegend';
import type { DayRange } from '../../design/period';
import { CurveNote } from './CurveNote';
import { type Display, displays, naturesOf, type Resolution, showsComplement, type Viewpoint } from './model';
import { useLoadCurve } from './queries';
import { StepMenu } from './StepMenu';
import { useCurveSummary } from './useCurveSummary';
import { ZoomTrail } from './ZoomTrail';

interface CurveCardProps {
  view: Viewpoint;
  period: DayRange;
  /** The operation has series of individual self-consumption. */
  aci: boolean;
  display: Display;
  onDisplay: (display: Display) => void;
  resolution: Resolution;
  onResolution: (resolution: Resolution) => void;
}

/** The load curve of the period. Dragging looks closer, a double click or Escape goes back. */
export function CurveCard(props: CurveCardProps) {
  const { view, period, aci, display, resolution } = props;
  const t = useT();
  const formats = useFormats();
  const [trail, setTrail] = useTrail(JSON.stringify([view, period]));
  const days = trail.at(-1) ?? period;
  const complement = showsComplement(view.kind, display);
  const curve = useLoadCurve(view, {
    natures: naturesOf(view.kind, aci && display !== 'ACC'),
    days,
    resolution: useFitting(resolution, days),
  });
  const summary = useCurveSummary(curve.data, days);
  const back = () => setTrail((before) => before.slice(0, -1));
  const title = t(view.kind === 'operation' ? 'dashboard.curve.title' : 'dashboard.curve.ofSite');
  const natures = [
    ...(curve.data?.series.map((series) => series.nature) ?? []),
    ...(complement ? (['complement'] as const) : []),
  ];
  return (
    <ChartCard
      title={title}
      state={curve}
      height={340}
      empty={curve.data && !hasValues(curve.data) && <NoValues />}
      legend={<NatureLegend natures={natures} />}
      actions={
        <>
          {aci && view.kind === 'operation' && <DisplaySwitch value={display} onChange={props.onDisplay} />}
          {curve.data && <StepMenu step={curve.data.step} value={resolution} onChange={props.onResolution} />}
        </>
      }
      note={curve.data && <CurveNote curve={curve.data} />}
      graph={
        curve.data && (
          <Box
            onDoubleClick={back}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key === 'Escape') back();
            }}
          >
            <p style={visuallyHidden}>{summary}</p>
            <ZoomTrail period={period} trail={trail} onChange={setTrail} />
            <LoadCurve
              curve={curve.data}
              complement={complement}
              height={340}
              onZoom={(next) => {
                if (next.from !== days.from || next.to !== days.to) setTrail((before) => [...before, next]);
              }}
            />
          </Box>
        )
      }
      table={
        curve.data && (
          <>
            <ZoomTrail period={period} trail={trail} onChange={setTrail} />
            <CurveTable
              curve={curve.data}
              complement={complement}
              caption={t('dashboard.curve.caption', { range: formats.dayRange(days.from, days.to) })}
            />
          </>
        )
      }
    />
  );
}

/** The zoom of one period and viewpoint; another one begins without any. */
function useTrail(of: string): [DayRange[], Dispatch<SetStateAction<DayRange[]>>] {
  const [zoom, setZoom] = useState<{ of: string; trail: DayRange[] }>({ of, trail: [] });
  const trail = zoom.of === of ? zoom.trail : [];
  const setTrail = (next: SetStateAction<DayRange[]>) =>
    setZoom({ of, trail: typeof next === 'function' ? next(trail) : next });
  return [trail, setTrail];
}

/** Hours of a month are one block of ink on a phone: there, days are enough. */
function useFitting(resolution: Resolution, { from, to }: DayRange): Resolution {
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  return phone && resolution === 'auto' && daysBetween(from, to) > 14 ? 'day' : resolution;
}

function NoValues() {
  const t = useT();
  return <EmptyState kind="none" title={t('dashboard.curve.empty')} advice={t('dashboard.curve.emptyAdvice')} />;
}

function DisplaySwitch({ value, onChange }: { value: Display; onChange: (display: Display) => void }) {
  const t = useT();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      className="no-print"
      aria-label={t('dashboard.display.label')}
      value={value}
      onChange={(_, next: Display | null) => next && onChange(next)}
    >
      {displays.map((display) => (
        <ToggleButton key={display} value={display} sx={{ py: 0.25 }}>
          {t(`dashboard.display.${display}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
