import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { isDay } from '@openpmo/ui/formats/date';
import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import { useFormats, useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useMemo } from 'react';
import { type Column, DataTable } from '../../../design/DataTable';

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
  billedUntil: 'participants.field.billedUntil',
  dsoStatus: 'participants.field.dsoStatus',
  dsoAction: 'participants.field.dsoAction',
  latitude: 'participants.field.latitude',
  longitude: 'participants.field.longitude',
  entryDateKnown: 'participants.field.entryDateKnown',
  addressLine2: 'participants.clients.field.addressLine2',
  country: 'participants.clients.field.country',
  email: 'participants.field.email',
  phoneNumber: 'participants.field.phone',
  contactName: 'participants.clients.field.contactName',
  legalNumber: 'participants.clients.field.legalNumber',
  taxId: 'participants.clients.field.taxId',
  consumerType: 'participants.clients.field.consumerType',
  language: 'participants.clients.field.language',
  iban: 'participants.clients.field.iban',
  bic: 'participants.clients.field.bic',
  reference: 'participants.clients.field.reference',
  tags: 'participants.field.tags',
  consumerIds: 'participants.clients.field.consumerIds',
};

/** What each row of a perimeter file would do, those without effect left out. */
export function ImportRows({ rows, subject }: { rows: readonly Row[]; subject: string }) {
  const t = useT();
  const columns = useColumns(subject);
  const effective = rows.filter(({ outcome }) => outcome !== 'UNCHANGED' && outcome !== 'REJECTED');
  if (effective.length === 0) return null;
  return (
    <>
      <Typography variant="h3" component="h3" sx={{ mt: 2, mb: 1 }}>
        {t('participants.import.changes')}
      </Typography>
      <DataTable
        dense
        caption={t('participants.import.changes')}
        rows={effective.slice(0, most)}
        columns={columns}
        rowId={({ row }) => String(row)}
        rowName={({ name, dsoId }) => name || dsoId || ''}
        maxHeight={320}
      />
      {effective.length > most && (
        <Typography color="textSecondary">
          {t('participants.import.more', { smart_count: effective.length - most })}
        </Typography>
      )}
    </>
  );
}

function useColumns(subject: string): Column<Row>[] {
  const t = useT();
  const translator = useTranslator();
  const formats = useFormats();
  return useMemo(() => {
    const value = (text: string) => {
      if (!text) return t('participants.import.none');
      if (isDay(text)) return formats.day(text);
      return translator.any(`participants.import.value.${text}`, {}, text);
    };
    return [
      { id: 'row', header: t('participants.import.row'), width: '64px', cell: ({ row }) => formats.number(row) },
      {
        id: 'outcome',
        header: t('participants.import.outcome'),
        width: '96px',
        cell: ({ outcome }) => t(`enums.ImportRowOutcome.${outcome}`),
      },
      {
        id: 'site',
        header: subject,
        width: 'minmax(130px, 1fr)',
        card: 'title',
        cell: ({ name, dsoId }) => (
          <Box sx={{ whiteSpace: 'normal', lineHeight: 1.25, py: 0.5 }}>
            {name || dsoId}
            {name && (
              <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
                {dsoId}
              </Typography>
            )}
          </Box>
        ),
      },
      {
        id: 'what',
        header: t('participants.import.what'),
        width: 'minmax(160px, 2fr)',
        cell: ({ changes = [] }) => (
          <Box sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere', py: 0.5 }}>
            {changes.map(({ field, before, after }) => (
              <div key={field}>
                {t('participants.import.change', {
                  field: labels[field] ? t(labels[field]) : field,
                  before: value(before),
                  after: value(after),
                })}
              </div>
            ))}
          </Box>
        ),
      },
    ];
  }, [subject, t, translator, formats]);
}
