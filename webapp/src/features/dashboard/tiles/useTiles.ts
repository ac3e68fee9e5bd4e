import type { Operation } from '../../../api/operations';
import type { ViewState } from '../../../design/ChartCard';
import type { DayRange } from '../../../design/period';
import type { Comparison } from '../comparison';
import { useLoadCurve, useMetrics } from '../queries';
import { type Display, naturesOf, type Viewpoint } from '../viewpoint/viewpoint';
import { comparedTotals, type Tile, type Totals, tilesOf } from './tileFigures';

interface TilesQuestion {
  view: Viewpoint;
  period: DayRange;
  operation: Operation;
  comparison: Comparison;
  display: Display;
}

/**
 * The tiles of a period, and the totals they are made of. Where there are no metrics calls (SIBELGA,
 * domain 7) the curve has them.
 */
export function useTiles(asked: TilesQuestion): { tiles: Tile[]; totals: Totals; state: ViewState } {
  const { view, period, operation, comparison, display } = asked;
  const { features, functionalities } = operation;
  const hasMetrics = features.includes('metrics');
  const natures = naturesOf(view.kind, functionalities.includes('ACI'));
  const metrics = useMetrics(view, period, hasMetrics);
  const curve = useLoadCurve(view, { natures, days: period, resolution: 'auto', enabled: !hasMetrics });
  const compared = useLoadCurve(view, {
    natures,
    days: period,
    resolution: 'month',
    ...(comparison === 'none' ? {} : { compare: comparison }),
    enabled: !hasMetrics && comparison !== 'none',
  });
  if (hasMetrics) {
    const totals = comparedTotals(metrics.data ?? {}, comparison);
    return { tiles: tilesOf(view.kind, totals, functionalities, display), totals, state: metrics };
  }
  const beside = comparison === 'none' ? undefined : compared.data?.compared;
  const totals: Totals = { ...curve.data?.totals, ...(beside ? { compared: beside } : {}) };
  // Without the metrics nothing tells the mass of CO2 nor the individual part, so that their tiles are left out.
  const known = functionalities.filter((one) => one !== 'GES_KPI');
  return { tiles: tilesOf(view.kind, totals, known), totals, state: curve };
}
