import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { curveTableColumns } from './curveTableColumns';
import { DataTable } from './DataTable';
import { type Curve, type DrawOptions, drawCurve } from './drawnCurve';

/** The figures of a curve as a table: the twin of LoadCurve. */
export function CurveTable(props: DrawOptions & { curve: Curve; caption: string; maxHeight?: number }) {
  const { curve, caption, complement = false, compared, maxHeight = 360 } = props;
  const t = useT();
  const formats = useFormats();
  const drawn = useMemo(() => drawCurve(curve, { complement, compared }), [curve, complement, compared]);
  const rows = useMemo(() => drawn.times.map((_, index) => index), [drawn]);
  const columns = useMemo(() => curveTableColumns(drawn, formats, t), [drawn, formats, t]);
  return (
    <DataTable
      dense
      caption={caption}
      rows={rows}
      columns={columns}
      rowId={(index) => String(index)}
      rowName={(index) => String(index)}
      maxHeight={maxHeight}
    />
  );
}
