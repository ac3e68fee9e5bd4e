import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { isDay } from '@openpmo/ui/formats/date';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { DayField } from '../../design/DayField';
import { monthsBefore } from './months';
import { formats, type SellerPath, useDownloadJournal } from './queries';
import { Section } from './Section';

/** The journal of some days of issue, in three forms. Reading it hands nothing over. */
export function JournalPanel({ path }: { path: SellerPath }) {
  const t = useT();
  const [last] = monthsBefore(new Date(), 1);
  const [days, setDays] = useState({ dateFrom: last?.from ?? '', dateTo: last?.to ?? '' });
  const download = useDownloadJournal(path);
  const complete = isDay(days.dateFrom) && isDay(days.dateTo);
  return (
    <Section title={t('accounting.journal.title')} text={t('accounting.journal.text')}>
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        {(['dateFrom', 'dateTo'] as const).map((name) => (
          <DayField
            key={name}
            id={`journal-${name}`}
            fullWidth={false}
            label={t(`accounting.journal.${name}`)}
            value={days[name]}
            onChange={(day) => setDays({ ...days, [name]: day })}
            sx={{ width: 180 }}
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
