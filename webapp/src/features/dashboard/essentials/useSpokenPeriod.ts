import type { Day } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { DayRange } from '../../../design/period';
import { spokenPeriod } from './essentials';

/** "de septembre", "d'octobre 2025": the month of a day, as it stands behind a noun. */
export function useSpokenMonth() {
  const t = useT();
  const formats = useFormats();
  return (day: Day) => {
    const thisYear = day.slice(0, 4) === formats.dayOf().slice(0, 4);
    const month = formats.day(day, thisYear ? 'monthName' : 'month');
    return t(/^[aeiou]/.test(month) ? 'dashboard.essentials.ofMonthVowel' : 'dashboard.essentials.ofMonth', { month });
  };
}

/** Such a month, or "du 3 au 9 nov. 2026". */
export function useSpokenPeriod(period: DayRange): string {
  const t = useT();
  const formats = useFormats();
  const spokenMonth = useSpokenMonth();
  const { from, to } = period;
  switch (spokenPeriod(period)) {
    case 'day':
      return t('dashboard.essentials.ofDay', { date: formats.day(from, 'medium') });
    case 'month':
      return spokenMonth(from);
    default: {
      const sameYear = from.slice(0, 4) === to.slice(0, 4);
      return t('dashboard.essentials.ofDays', {
        from: formats.day(from, sameYear ? 'short' : 'medium'),
        to: formats.day(to, 'medium'),
      });
    }
  }
}
