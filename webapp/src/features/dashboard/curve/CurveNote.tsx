import Box from '@mui/material/Box';
import { useT } from '@openpmo/ui/i18n/context';
import type { DayRange } from '../../../design/period';
import { gapsOf, type LoadCurve } from '../viewpoint/viewpoint';
import { useNotDrawn, useProvisional } from './useNotDrawn';

/** What to know about a curve: its gaps, its provisional end, how to look closer. */
export function CurveNote({ curve, days }: { curve: LoadCurve; days: DayRange }) {
  const t = useT();
  const gaps = gapsOf(curve);
  const rest = useNotDrawn(curve, days);
  const since = useProvisional(curve);
  const parts = [since, gaps > 0 && t('dashboard.curve.gaps', { smart_count: gaps }), rest].filter(Boolean);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
      <Box sx={{ minWidth: 0 }}>{parts.join(' · ')}</Box>
      <Box className="no-print" sx={{ display: { xs: 'none', sm: 'block' } }}>
        {t('dashboard.curve.hint')}
      </Box>
    </Box>
  );
}
