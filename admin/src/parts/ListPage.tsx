import Box from '@mui/material/Box';
import { Children, isValidElement, type ReactElement, type ReactNode } from 'react';
import {
  CreateButton,
  DataTable,
  downloadCSV,
  ExportButton,
  FilterButton,
  List,
  Pagination,
  type RaRecord,
  SortButton,
  type SortPayload,
  TopToolbar,
  useResourceContext,
  useResourceDefinition,
  useTranslate,
} from 'react-admin';
import { type ChoosableColumn, ColumnsMenu } from './ColumnsMenu';
import { toCsv } from './csv';
import { FittingColumns, type GivingColumn } from './FittingColumns';
import { Nothing } from './Nothing';
import { PageTitle } from './PageTitle';

/** A column of the exported file: a field, and how it is written when not as it is. */
export interface ExportColumn<T> {
  source: keyof T & string;
  text?: (row: T) => string | number | undefined;
}

interface ListPageProps<T> {
  filters: ReactElement[];
  sort: SortPayload;
  exported: readonly ExportColumn<T>[];
  children: ReactNode;
}

/** More rows than any list has; the data provider reads them page by page. */
const everything = 1_000_000;

/** The frame of every list: filters, columns, creation where there is one, export, pages. */
export function ListPage<T extends RaRecord>({ filters, sort, exported, children }: ListPageProps<T>) {
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const name = translate(`resources.${resource}.name`, { smart_count: 2 });
  const header = (source: string) => translate(`resources.${resource}.fields.${source}`);
  const columns = exported.map(({ source, text }) => ({
    header: header(source),
    text: text ?? ((row: T) => row[source] as string | number | undefined),
  }));
  return (
    <List
      title={<PageTitle title={name} />}
      filters={filters}
      actions={<Actions columns={columnsOf(children)} />}
      sort={sort}
      perPage={25}
      pagination={<Pagination rowsPerPageOptions={[25, 50, 100]} />}
      empty={<Nothing />}
      exporter={(rows: T[]) => downloadCSV(toCsv(rows, columns), resource)}
    >
      <FittingColumns columns={columnsOf(children)}>
        <DataTable bulkActionButtons={false} rowClick={false} aria-label={name} sx={cards}>
          {children}
        </DataTable>
      </FittingColumns>
    </List>
  );
}

/** The columns of the list, which of them sort it, and which give way. */
const columnsOf = (columns: ReactNode): (ChoosableColumn & GivingColumn & { sortable?: boolean })[] =>
  Children.toArray(columns).flatMap((column) =>
    isValidElement<ChoosableColumn & GivingColumn & { sortable?: boolean }>(column) ? [column.props] : [],
  );

/** Phones have a card for each row: its name, then what its other cells say, each below its label. */
const cards = {
  '@media (max-width: 599.95px)': {
    '& thead': { display: 'none' },
    '& table, & tbody': { display: 'block' },
    '& tbody tr': {
      display: 'grid',
      height: 'auto !important',
      gridAutoRows: 'auto',
      gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))',
      columnGap: 1.5,
      rowGap: 0.75,
      px: 2,
      py: 1.5,
      borderBottom: '1px solid',
      borderColor: 'divider',
    },
    '& tbody td.RaDataTable-rowCell': {
      border: 0,
      p: 0,
      height: 'auto !important',
      minWidth: 0,
      textAlign: 'left',
      overflowWrap: 'anywhere',
    },
    '& tbody td:empty, & tbody td:has(> :only-child:empty)': { display: 'none' },
    '& tbody td:first-of-type': { gridColumn: '1 / -1', fontWeight: 600 },
    '& tbody td:not(:first-of-type)::before': {
      content: 'attr(data-label)',
      display: 'block',
      fontSize: '0.75rem',
      color: 'text.secondary',
    },
  },
};

function Actions({ columns }: { columns: ReturnType<typeof columnsOf> }) {
  const { hasCreate } = useResourceDefinition();
  return (
    <TopToolbar>
      {/* The heads of columns sort elsewhere. */}
      <Box sx={{ display: { sm: 'none' } }}>
        <SortButton fields={columns.flatMap(({ source, sortable }) => (sortable ? [source] : []))} />
      </Box>
      <ColumnsMenu columns={columns} />
      <FilterButton disableSaveQuery />
      {hasCreate && <CreateButton />}
      <ExportButton maxResults={everything} />
    </TopToolbar>
  );
}
