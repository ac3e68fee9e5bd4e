import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import type { NatureKey } from '@openpmo/ui/theme/natures';
import { type ReactNode, useMemo } from 'react';
import { kindsOf, marksOf } from './curveQuality';
import { type Curve, type CurveMark, hasValues } from './drawnCurve';
import { NatureLegend } from './NatureLegend';

interface CurveLegendProps {
  curve: Curve;
  natures: readonly NatureKey[];
  /** What the thin lines are. */
  compared?: string | undefined;
  /** Natures that are taken out; pressing one takes it out or brings it back. */
  hidden?: ReadonlySet<NatureKey>;
  onToggle?: (nature: NatureKey) => void;
}

/** The natures of a curve, what it is compared with, and the marks that occur in it. */
export function CurveLegend({ curve, natures, compared, hidden, onToggle }: CurveLegendProps) {
  const t = useT();
  const kinds = useMemo(() => {
    const length = Math.max(0, ...curve.series.map(({ values }) => values.length));
    return hasValues(curve) ? kindsOf(marksOf(curve, length)) : [];
  }, [curve]);
  return (
    <NatureLegend natures={natures} hidden={hidden} onToggle={onToggle}>
      {compared && <Item text={compared} mark={<Broken />} />}
      {kinds.map((kind) => (
        <Item key={kind} text={t(`enums.PointQuality.${kind}`)} mark={<QualityMark quality={kind} />} />
      ))}
    </NatureLegend>
  );
}

function Item({ text, mark }: { text: string; mark: ReactNode }) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 0.75, alignItems: 'center' }}>
      {mark}
      <Typography variant="caption">{text}</Typography>
    </Box>
  );
}

const size = { width: 18, height: 10, flex: 'none' } as const;

const Broken = () => (
  <Box component="svg" aria-hidden viewBox="0 0 18 10" sx={size}>
    <path d="M0 5h18" stroke="currentColor" strokeWidth="1.5" strokeDasharray="5 3" />
  </Box>
);

/** As the foot of the plot draws it. */
function QualityMark({ quality }: { quality: CurveMark['quality'] }) {
  switch (quality) {
    case 'suspect':
      return <Box aria-hidden sx={{ ...size, bgcolor: 'error.main', printColorAdjust: 'exact' }} />;
    case 'estimated':
      return (
        <Box aria-hidden sx={{ ...size, height: 5, mt: '5px', bgcolor: 'warning.main', printColorAdjust: 'exact' }} />
      );
    case 'missing':
      return <Box aria-hidden sx={{ ...size, border: '1px solid', borderColor: 'text.secondary' }} />;
    case 'provisional':
      return (
        <Box component="svg" aria-hidden viewBox="0 0 18 10" sx={size}>
          <path d="M0 10 10 0M6 10 16 0M12 10 18 4M0 4 4 0" stroke="currentColor" strokeOpacity="0.5" />
        </Box>
      );
    default:
      return quality satisfies never;
  }
}
