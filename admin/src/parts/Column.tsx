import type { ReactNode } from 'react';
import {
  DataTable,
  useDataTableRenderContext,
  useDataTableSortContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';

interface ColumnProps<T extends object> {
  /** Field of the row; its label is `resources.<resource>.fields.<source>`. */
  source: string;
  /** Another label, where the field's own is too long for a heading. */
  label?: string;
  /** What stands in the cell; the value itself when absent. */
  render?: (row: T) => ReactNode;
  /** Only where the list can be sorted by it. */
  sortable?: boolean;
  align?: 'left' | 'right';
  /** Left out on smaller screens; phones, which have a card for each row, leave out what needs the widest. */
  hideBelow?: 'sm' | 'md' | 'lg';
}

/** From a phone up: a part of a card, then nothing until there is room for a column. */
const shown = {
  sm: { xs: 'block', sm: 'table-cell' },
  md: { xs: 'block', sm: 'none', md: 'table-cell' },
  lg: { xs: 'none', lg: 'table-cell' },
};

/** A column of a list: tells assistive software how it is sorted, and goes away on small screens. */
export function Column<T extends object>({ source, label, render, sortable, align, hideBelow }: ColumnProps<T>) {
  const part = useDataTableRenderContext();
  const sort = useDataTableSortContext();
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  // What a card of a phone writes above the value.
  const header = { 'data-label': label ?? translate(`resources.${resource}.fields.${source}`) };
  const sorted = part === 'header' && sort?.field === source;
  const order = sort?.order === 'DESC' ? ('descending' as const) : ('ascending' as const);
  return (
    <DataTable.Col<Record<string, unknown>>
      source={source}
      disableSort={!sortable}
      {...(render ? { render: (row: Record<string, unknown>) => render(row as T) } : {})}
      {...(label ? { label } : {})}
      {...(align ? { align } : {})}
      {...(sorted ? { 'aria-sort': order } : {})}
      {...(part === 'data' ? header : {})}
      sx={{
        ...(hideBelow ? { display: shown[hideBelow] } : {}),
        ...(align === 'right' ? { fontVariantNumeric: 'tabular-nums' } : {}),
      }}
    />
  );
}
