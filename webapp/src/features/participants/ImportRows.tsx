import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import { useT } from '@openpmo/ui/i18n/context';

type Row = Schemas['ImportRow'];

/** How many rows are drawn; the API and `pmoctl` name all of them. */
const most = 200;

const labels: Record<string, MessageKey> = {
  name: 'participants.field.name',
  padt: 'participants.field.padt',
  address: 'participants.field.address',
  postCode: 'participants.field.postCode',
  city: 'participants.field.city',
  segment: 'participants.field.segment',
  entry: 'participants.field.entry',
  exit: 'participants.field.exit',
  dsoStatus: 'participants.field.dsoStatus',
  dsoAction: 'participants.field.dsoAction',
  latitude: 'participants.field.latitude',
  longitude: 'participants.field.longitude',
  entryDateKnown: 'participants.field.entryDateKnown',
};

/** What each row of a perimeter file would do, those without effect left out. */
export function ImportRows({ rows }: { rows: readonly Row[] }) {
  const t = useT();
  const effective = rows.filter(({ outcome }) => outcome !== 'UNCHANGED' && outcome !== 'REJECTED');
  if (effective.length === 0) return null;
  const value = (text: string) => text || t('participants.import.none');
  return (
    <>
      <Typography variant="h3" component="h3" sx={{ mt: 2, mb: 1 }}>
        {t('participants.import.changes')}
      </Typography>
      {/* What scrolls must be reachable by keyboard. */}
      <Box sx={{ maxHeight: 320, overflow: 'auto' }} tabIndex={0}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              {(['row', 'outcome', 'site', 'what'] as const).map((column) => (
                <TableCell key={column}>{t(`participants.import.${column}`)}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {effective.slice(0, most).map((row) => (
              <TableRow key={row.row}>
                <TableCell>{row.row}</TableCell>
                <TableCell>{t(`enums.ImportRowOutcome.${row.outcome}`)}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>{row.name || row.dsoId}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere' }}>
                  {(row.changes ?? []).map(({ field, before, after }) => (
                    <div key={field}>
                      {t('participants.import.change', {
                        field: labels[field] ? t(labels[field]) : field,
                        before: value(before),
                        after: value(after),
                      })}
                    </div>
                  ))}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {effective.length > most && (
        <Typography color="textSecondary">
          {t('participants.import.more', { smart_count: effective.length - most })}
        </Typography>
      )}
    </>
  );
}
