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
  /** How early it gives way to the others where there is little room (`FittingColumns`): `lg` first, never on a phone's card. */
  hideBelow?: 'sm' | 'md' | 'lg';
}

/** A column of a list: tells assistive software how it is sorted. */
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
        ...(hideBelow === 'lg' ? { display: { xs: 'none', sm: 'table-cell' } } : {}),
        ...(align === 'right' ? { fontVariantNumeric: 'tabular-nums' } : {}),
      }}
    />
  );
}
