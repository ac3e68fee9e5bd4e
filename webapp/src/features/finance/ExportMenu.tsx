import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { useOperation } from '../../api/operations';
import type { DayRange } from '../../design/period';
import { type FileQuestion, useDownloadFinances } from './queries';

type ExportMenuProps = Omit<FileQuestion, 'format'> & { period: DayRange };

/** A statement as a file. */
export function ExportMenu({ period, ...asked }: ExportMenuProps) {
  const t = useT();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const file = useDownloadFinances(useOperation().id, period);
  const save = (format: FileQuestion['format']) => {
    setAnchor(null);
    file.mutate({ ...asked, format });
  };
  return (
    <>
      <Button
        startIcon={<DownloadOutlined />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        loading={file.isPending}
        loadingPosition="start"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('finance.export')}
      </Button>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={() => save('xlsx')}>{t('finance.export.xlsx')}</MenuItem>
        <MenuItem onClick={() => save('csv')}>{t('finance.export.csv')}</MenuItem>
      </Menu>
    </>
  );
}
