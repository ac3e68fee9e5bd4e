import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useState } from 'react';

const firstRows = 8;

interface FirstRowsProps<Row> {
  rows: readonly Row[];
  /** The table of the rows that are shown. */
  children: (shown: readonly Row[]) => ReactNode;
}

/** The first rows of a list on a page, and all of them at a click: nothing scrolls within the page. */
export function FirstRows<Row>({ rows, children }: FirstRowsProps<Row>) {
  const t = useT();
  const [all, setAll] = useState(false);
  return (
    <>
      {children(all ? rows : rows.slice(0, firstRows))}
      {!all && rows.length > firstRows && (
        <Button size="small" className="no-print" sx={{ mt: 1 }} onClick={() => setAll(true)}>
          {t('pages.showAll', { smart_count: rows.length })}
        </Button>
      )}
    </>
  );
}
