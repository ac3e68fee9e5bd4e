import type { Operation } from '../../api/operations';
import type { ViewState } from '../../design/ChartCard';
import type { DayRange } from '../../design/period';
import { named } from './distributionModel';
import { daysBefore, naturesOf, type Tile, tilesOf, totalsWithoutMetrics, type Viewpoint } from './model';
import { useDistribution, useLoadCurve, useMetrics } from './queries';

/**
 * The tiles of a period. SIBELGA screens never call the metrics (decisions 3.10): theirs
 * come from the sums of the curve and of the distribution.
 */
export function useTiles(view: Viewpoint, period: DayRange, operation: Operation): { tiles: Tile[]; state: ViewState } {
  const { dso, functionalities } = operation;
  const hasMetrics = dso !== 'SIBELGA';
  const natures = naturesOf(view.kind, functionalities.includes('ACI'));
  const metrics = useMetrics(view, period, hasMetrics);
  const curve = useLoadCurve(view, { natures, days: period, resolution: 'auto', enabled: !hasMetrics });
  const before = useLoadCurve(view, {
    natures,
    days: daysBefore(period),
    resolution: 'day',
    enabled: !hasMetrics,
  });
  const ofAll = view.kind === 'operation';
  const distribution = useDistribution(view.operationId, period, named, !hasMetrics && ofAll);
  if (hasMetrics) {
    return { tiles: tilesOf(view.kind, metrics.data ?? {}, functionalities), state: metrics };
  }
  const totals = curve.data ? totalsWithoutMetrics(curve.data, ofAll ? distribution.data : undefined, before.data) : {};
  // Without the metrics nothing tells the mass of CO2, so that its tile is left out.
  const known = functionalities.filter((one) => one !== 'GES_KPI');
  return { tiles: tilesOf(view.kind, totals, known), state: curve };
}
