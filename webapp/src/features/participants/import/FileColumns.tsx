import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { saveBlob } from '../../../design/files';
import { type FileColumn, templateOf } from './importFile';

interface FileColumnsProps {
  columns: readonly FileColumn[];
  /** Of the empty file. */
  name: string;
  /** Where the file is filled with what stands. */
  filled?: string;
}

/** What a file holds, column by column, and an empty one to fill. */
export function FileColumns({ columns, name, filled }: FileColumnsProps) {
  const t = useT();
  const download = () => saveBlob(new Blob([templateOf(columns)], { type: 'text/csv;charset=utf-8' }), name);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
        <Button variant="outlined" color="inherit" startIcon={<DownloadOutlined />} onClick={download}>
          {t('participants.import.template')}
        </Button>
        {filled && (
          <Button
            component="a"
            href={filled}
            download
            variant="outlined"
            color="inherit"
            startIcon={<DownloadOutlined />}
          >
            {t('participants.import.filled')}
          </Button>
        )}
      </Box>
      <Accordion variant="outlined" disableGutters sx={{ mt: 2, borderRadius: 1, '&::before': { display: 'none' } }}>
        <AccordionSummary expandIcon={<ExpandMore />}>
          <Typography sx={{ fontWeight: 600 }}>{t('participants.import.columns')}</Typography>
        </AccordionSummary>
        <AccordionDetails sx={{ pt: 0 }}>
          <Typography color="textSecondary" sx={{ mb: 1 }}>
            {t('participants.import.columns.order')}
          </Typography>
          <Box role="region" aria-label={t('participants.import.columns')} tabIndex={0} sx={{ overflowX: 'auto' }}>
            <ColumnTable columns={columns} />
          </Box>
        </AccordionDetails>
      </Accordion>
    </>
  );
}

function ColumnTable({ columns }: Pick<FileColumnsProps, 'columns'>) {
  const t = useT();
  return (
    <Table size="small" aria-label={t('participants.import.columns')}>
      <TableHead>
        <TableRow>
          <TableCell>{t('participants.import.columns.name')}</TableCell>
          <TableCell>{t('participants.import.columns.content')}</TableCell>
          <TableCell>{t('participants.import.columns.need')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {columns.map(({ name, content, required }) => (
          <TableRow key={name}>
            <TableCell component="th" scope="row" sx={{ fontWeight: 600 }}>
              {name}
            </TableCell>
            <TableCell>{t(content)}</TableCell>
            <TableCell>{t(`participants.import.columns.${required ? 'required' : 'optional'}`)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
