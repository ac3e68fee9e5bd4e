import { lazy } from 'react';

/** Tables are looked at by few and weigh a lot: they come when one asks for them. */
export const CurveTable = lazy(() => import('../../design/CurveTable').then((m) => ({ default: m.CurveTable })));
export const HeatmapTable = lazy(() => import('../../design/HeatmapTable').then((m) => ({ default: m.HeatmapTable })));
export const StackedTable = lazy(() => import('../../design/StackedTable').then((m) => ({ default: m.StackedTable })));
export const FlowsTable = lazy(() => import('./flows/FlowsTable').then((m) => ({ default: m.FlowsTable })));
export const ConsumersTable = lazy(() =>
  import('./ranking/DistributionTables').then((m) => ({ default: m.ConsumersTable })),
);
export const ProducersTable = lazy(() =>
  import('./ranking/DistributionTables').then((m) => ({ default: m.ProducersTable })),
);
export const LinesTable = lazy(() => import('./ranking/DistributionTables').then((m) => ({ default: m.LinesTable })));
