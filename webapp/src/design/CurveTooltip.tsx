import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Formats } from '@openpmo/ui/formats/bind';
import { formatDay } from '@openpmo/ui/formats/date';
import { milliWhPerKWh } from '@openpmo/ui/formats/energy';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { qualityAt } from './curveQuality';
import { type DrawnCurve, stepMs } from './drawnCurve';
import { NatureMark } from './NatureLegend';

const width = 236;

/** When and how much, beside the pointer; the same words are spoken when the keys move it. */
export function CurveTooltip(props: { curve: DrawnCurve; cursor: { index: number; left: number } | undefined }) {
  const { curve, cursor } = props;
  const t = useT();
  const formats = useFormats();
  const quality = cursor ? qualityAt(curve.marks, cursor.index) : 'definitive';
  return (
    <Box role="status" sx={{ position: 'absolute', inset: 0, pointerEvents: 'none', overflow: 'hidden' }}>
      {cursor && (
        <Paper
          variant="outlined"
          sx={{ position: 'absolute', top: 4, width, p: 1, boxShadow: 3 }}
          style={{
            left: `clamp(0px, ${cursor.left + 76 + (cursor.left > 260 ? -width - 16 : 16)}px, calc(100% - ${width}px))`,
          }}
        >
          <Typography variant="caption" component="p" sx={{ fontWeight: 650 }}>
            {momentOf(curve, cursor.index, formats)}
          </Typography>
          {curve.series.map(({ nature, values }) => (
            <Box
              key={nature}
              sx={{ display: 'flex', gap: 0.75, alignItems: 'center', fontSize: '0.75rem', lineHeight: 1.6 }}
            >
              <NatureMark nature={nature} />
              <span>{t(`enums.Nature.${nature}`)}</span>
              <Box component="strong" sx={{ ml: 'auto', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
                {valueText(curve, values[cursor.index] ?? null, formats) ?? t('design.curve.gap')}
              </Box>
            </Box>
          ))}
          <Compared curve={curve} index={cursor.index} />
          {quality !== 'definitive' && (
            <Typography variant="caption" color="textSecondary">
              {t(`design.curve.marked.${quality}`)}
            </Typography>
          )}
        </Paper>
      )}
    </Box>
  );
}

/** The same step of what the curve is compared with. */
function Compared({ curve, index }: { curve: DrawnCurve; index: number }) {
  const t = useT();
  const formats = useFormats();
  if (!curve.compared) return null;
  return (
    <Typography variant="caption" component="div" color="textSecondary" sx={{ mt: 0.25 }}>
      {curve.compared.label}
      {curve.compared.series.map(({ nature, values }) => (
        <Box key={nature} sx={{ display: 'flex', pl: 3 }}>
          <span>{t(`enums.Nature.${nature}`)}</span>
          <Box component="span" sx={{ ml: 'auto', fontVariantNumeric: 'tabular-nums' }}>
            {valueText(curve, values[index] ?? null, formats) ?? t('design.curve.gap')}
          </Box>
        </Box>
      ))}
    </Typography>
  );
}

/** The moment of a value, in words that fit its step. */
export function momentOf(curve: DrawnCurve, index: number, formats: Formats): string {
  const ms = (curve.times[index] ?? 0) * 1000;
  if (stepMs(curve.step) !== undefined) return formats.instant(new Date(ms), 'medium');
  const day = new Date(ms).toISOString().slice(0, 10);
  return formatDay(day, formats.locale, curve.step === 'P1M' ? 'month' : 'long');
}

/** A value as people read it; nothing for a gap. */
export function valueText(curve: DrawnCurve, value: number | null, formats: Formats): string | undefined {
  if (value === null) return undefined;
  return curve.unit === 'kWh' ? formats.energy(value * milliWhPerKWh) : formats.power(value);
}
