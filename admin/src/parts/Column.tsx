import type { Breakpoint } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { DataTable, useDataTableRenderContext, useDataTableSortContext } from 'react-admin';

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
  /** Left out on smaller screens. */
  hideBelow?: Breakpoint;
}

/** A column of a list: tells assistive software how it is sorted, and goes away on small screens. */
export function Column<T extends object>({ source, label, render, sortable, align, hideBelow }: ColumnProps<T>) {
  const part = useDataTableRenderContext();
  const sort = useDataTableSortContext();
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
      sx={{
        ...(hideBelow ? { display: { xs: 'none', [hideBelow]: 'table-cell' } } : {}),
        ...(align === 'right' ? { fontVariantNumeric: 'tabular-nums' } : {}),
      }}
    />
  );
}
