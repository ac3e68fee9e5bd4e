import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { monthsBefore } from './months';
import { formats, type SellerPath, useDownloadJournal } from './queries';
import { Section } from './Section';

/** The journal of some days of issue, in three forms. Reading it hands nothing over. */
export function JournalPanel({ path }: { path: SellerPath }) {
  const t = useT();
  const [last] = monthsBefore(new Date(), 1);
  const [days, setDays] = useState({ dateFrom: last?.from ?? '', dateTo: last?.to ?? '' });
  const download = useDownloadJournal(path);
  const complete = days.dateFrom !== '' && days.dateTo !== '';
  return (
    <Section title={t('accounting.journal.title')} text={t('accounting.journal.text')}>
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        {(['dateFrom', 'dateTo'] as const).map((name) => (
          <TextField
            key={name}
            id={`journal-${name}`}
            type="date"
            size="small"
            fullWidth={false}
            label={t(`accounting.journal.${name}`)}
            value={days[name]}
            onChange={({ target }) => setDays({ ...days, [name]: target.value })}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        ))}
        {formats.map((format) => (
          <Button
            key={format}
            variant="outlined"
            startIcon={<FileDownloadOutlined />}
            disabled={!complete || download.isPending}
            onClick={() => download.mutate({ ...days, format })}
          >
            {t(`accounting.journal.format.${format}`)}
          </Button>
        ))}
      </Stack>
    </Section>
  );
}
