import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { isPartlyExpected, type Matrix, type MatrixSide, type MatrixUnit } from './matrix';

const partOf = {
  dso: 'distribution.matrix.ofProduction',
  expected: 'distribution.matrix.ofProduction',
  difference: 'distribution.matrix.ofOperator',
} as const;

/** What the figures of a view are, and how far ours go. */
export function MatrixNote({ matrix, side, unit }: { matrix: Matrix; side: MatrixSide; unit: MatrixUnit }) {
  const t = useT();
  const formats = useFormats();
  const { expectedFrom, expectedTo } = matrix;
  const partly = side !== 'dso' && isPartlyExpected(matrix);
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ maxWidth: '100ch' }}>
        {t(`distribution.matrix.words.${side}`)} {t(unit === 'energy' ? 'distribution.matrix.inEnergy' : partOf[side])}
      </Typography>
      {partly && expectedFrom && expectedTo && (
        <Alert severity="warning" variant="outlined">
          {t('distribution.matrix.partly', { range: formats.dayRange(expectedFrom, expectedTo) })}
        </Alert>
      )}
    </>
  );
}
