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
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../../api/operations';
import { saveBlob } from '../../../design/files';
import { filledTemplate } from '../queries';
import { columnsOf, fileName, templateOf } from './importFile';

/** What a perimeter file holds, column by column, and an empty one to fill. */
export function FileColumns() {
  const t = useT();
  const formats = useFormats();
  const operation = useOperation();
  const identifier = operation.siteIdentifier;
  const download = () =>
    saveBlob(
      new Blob([templateOf(identifier)], { type: 'text/csv;charset=utf-8' }),
      fileName(operation.externalId, formats.dayOf()),
    );
  return (
    <>
      <Button variant="outlined" color="inherit" startIcon={<DownloadOutlined />} onClick={download} sx={{ mt: 2 }}>
        {t('participants.import.template')}
      </Button>
      <Button
        component="a"
        href={filledTemplate(operation.id)}
        download
        variant="outlined"
        color="inherit"
        startIcon={<DownloadOutlined />}
        sx={{ mt: 2, ml: 1 }}
      >
        {t('participants.import.filled')}
      </Button>
      <Accordion variant="outlined" disableGutters sx={{ mt: 2, borderRadius: 1, '&::before': { display: 'none' } }}>
        <AccordionSummary expandIcon={<ExpandMore />}>
          <Typography sx={{ fontWeight: 600 }}>{t('participants.import.columns')}</Typography>
        </AccordionSummary>
        <AccordionDetails sx={{ pt: 0 }}>
          <Typography color="textSecondary" sx={{ mb: 1 }}>
            {t('participants.import.columns.order')}
          </Typography>
          <Box role="region" aria-label={t('participants.import.columns')} tabIndex={0} sx={{ overflowX: 'auto' }}>
            <ColumnTable identifier={identifier} />
          </Box>
        </AccordionDetails>
      </Accordion>
    </>
  );
}

function ColumnTable({ identifier }: { identifier: 'prm' | 'ean' }) {
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
        {columnsOf(identifier).map(({ name, content, required }) => (
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
