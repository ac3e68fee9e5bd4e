import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { isDay } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { Can } from '../../design/Can';
import { DayField } from '../../design/DayField';
import { notify } from '../../design/snackbars';
import { type Seller, type SellerPath, useExportJournal } from './queries';
import { Section } from './Section';

/** What no export holds yet, and handing it over. */
export function NewPanel({ seller, path }: { seller: Seller; path: SellerPath }) {
  const t = useT();
  const formats = useFormats();
  const [until, setUntil] = useState('');
  const exporting = useExportJournal(path);
  const { newCount, newCents, firstNewDate, lastExportAt, issuedCount, issuedCents } = seller;
  const { owedCount, owedCents, newOwedCount, newOwedCents } = seller;
  const fresh = newCount + newOwedCount;
  const run = () =>
    exporting.mutate(until, {
      onSuccess: (made) => {
        if (!made) return;
        notify(t(made.more ? 'accounting.new.more' : 'accounting.new.done', { smart_count: made.entriesCount }));
        setUntil('');
      },
    });
  return (
    <Section title={t('accounting.new.title')} text={t('accounting.new.text')}>
      <Typography sx={{ fontWeight: 600 }}>
        {fresh === 0 || !firstNewDate
          ? t('accounting.new.none')
          : newCount > 0 &&
            t('accounting.new.count', {
              smart_count: newCount,
              amount: formats.money(newCents),
              day: formats.day(firstNewDate),
            })}
      </Typography>
      {newOwedCount > 0 && (
        <Typography sx={{ fontWeight: 600 }}>
          {t('accounting.new.owed', { smart_count: newOwedCount, amount: formats.money(newOwedCents) })}
        </Typography>
      )}
      <Typography variant="body2" color="textSecondary">
        {t('accounting.new.issued', { smart_count: issuedCount, amount: formats.money(issuedCents) })}
        {owedCount > 0 &&
          ` ${t('accounting.new.owedIssued', { smart_count: owedCount, amount: formats.money(owedCents) })}`}
        {lastExportAt && ` ${t('accounting.new.last', { at: formats.instant(lastExportAt) })}`}
      </Typography>
      {fresh > 0 && (
        <Can permission="journal:export">
          <Stack direction="row" sx={{ gap: 1.5, mt: 2, flexWrap: 'wrap', alignItems: 'flex-start' }}>
            <DayField
              id="journal-until"
              fullWidth={false}
              label={t('accounting.new.until')}
              hint={t('accounting.new.untilHint')}
              value={until}
              onChange={setUntil}
              min={firstNewDate}
            />
            <Button
              variant="contained"
              startIcon={<FileDownloadOutlined />}
              loadingPosition="start"
              loading={exporting.isPending}
              disabled={until !== '' && !isDay(until)}
              onClick={run}
            >
              {t('accounting.new.export')}
            </Button>
          </Stack>
        </Can>
      )}
    </Section>
  );
}
