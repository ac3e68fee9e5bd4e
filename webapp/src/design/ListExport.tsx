import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type RefObject, useId, useState } from 'react';
import { saveBlob } from './files';
import { notify } from './snackbars';
import type { Column, Sort } from './tableProps';
import { inOrder } from './tableRows';

interface ListExportProps<Row> {
  /** What the file is called, before its day. */
  name: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
  /** Around the list on screen. */
  list: RefObject<HTMLElement | null>;
}

/**
 * What the list shows, as a file: the columns of the screen, or all that there are. What writes files is loaded
 * when one is asked for.
 */
export function ListExport<Row>({ name, rows, columns, sort, list }: ListExportProps<Row>) {
  const t = useT();
  const { locale, dayOf } = useFormats();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [pending, setPending] = useState(false);
  const [every, setEvery] = useState(false);
  const write = async (as: 'csv' | 'xlsx') => {
    setAnchor(null);
    setPending(true);
    try {
      const { asCsv, columnsShown, listFile } = await import('./listFile');
      const taken = every ? columns : columnsShown(columns, list.current);
      const file = listFile({ rows: inOrder(rows, columns, sort, locale), columns: taken, sort: undefined, locale });
      const blob =
        as === 'csv'
          ? new Blob([asCsv(file)], { type: 'text/csv;charset=utf-8' })
          : await (await import('./workbook')).asWorkbook(file, name);
      saveBlob(blob, `${fileName(name)}-${dayOf()}.${as}`);
      notify(t('list.exported', { smart_count: file.lines.length }));
    } catch {
      notify(t('list.exportFailed'), { variant: 'error' });
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <Button
        color="inherit"
        startIcon={<DownloadOutlined />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        loading={pending}
        loadingPosition="start"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('list.export')}
      </Button>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {[false, true].map((all) => (
          <MenuItem
            key={String(all)}
            role="menuitemradio"
            aria-checked={every === all}
            selected={every === all}
            onClick={() => setEvery(all)}
          >
            {t(all ? 'list.allColumns' : 'list.shownColumns')}
          </MenuItem>
        ))}
        <Divider />
        <MenuItem onClick={() => write('xlsx')}>{t('list.xlsx')}</MenuItem>
        <MenuItem onClick={() => write('csv')}>{t('list.csv')}</MenuItem>
      </Menu>
    </>
  );
}

/** Letters, digits and hyphens: a name that every system takes. */
const fileName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
