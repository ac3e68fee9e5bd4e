import type { ReactElement, ReactNode } from 'react';
import {
  ColumnsButton,
  CreateButton,
  DataTable,
  downloadCSV,
  ExportButton,
  FilterButton,
  List,
  Pagination,
  type RaRecord,
  type SortPayload,
  TopToolbar,
  useResourceContext,
  useResourceDefinition,
  useTranslate,
} from 'react-admin';
import { toCsv } from './csv';
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
      actions={<Actions />}
      sort={sort}
      perPage={25}
      pagination={<Pagination rowsPerPageOptions={[25, 50, 100]} />}
      empty={<Nothing />}
      exporter={(rows: T[]) => downloadCSV(toCsv(rows, columns), resource)}
    >
      <DataTable bulkActionButtons={false} rowClick={false} aria-label={name}>
        {children}
      </DataTable>
    </List>
  );
}

function Actions() {
  const { hasCreate } = useResourceDefinition();
  return (
    <TopToolbar>
      <ColumnsButton />
      <FilterButton disableSaveQuery />
      {hasCreate && <CreateButton />}
      <ExportButton maxResults={everything} />
    </TopToolbar>
  );
}
