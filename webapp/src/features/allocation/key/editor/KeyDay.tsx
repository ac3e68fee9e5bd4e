import { isDay } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { DayField } from '../../../../design/DayField';
import type { KeyEditor } from './useKeyEditor';

/** The first day that the edited key is meant for: who takes part from then on is listed. */
export function KeyDay({ editor: { day, lastDay, setDay } }: { editor: KeyEditor }) {
  const t = useT();
  const formats = useFormats();
  return (
    <DayField
      className="no-print"
      label={t('allocation.key.day')}
      value={day}
      onChange={(next) => isDay(next) && setDay(next)}
      hint={
        lastDay
          ? t('allocation.key.dayHintUntil', { date: formats.day(lastDay, 'medium') })
          : t('allocation.key.dayHint')
      }
      sx={{ width: { xs: '100%', sm: 280 } }}
    />
  );
}
