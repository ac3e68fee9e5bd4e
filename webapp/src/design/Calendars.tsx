import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { frFR, nlNL } from '@mui/x-date-pickers/locales';
import type { Day } from '@openpmo/ui/formats/date';
import { useFormats } from '@openpmo/ui/i18n/context';
import { fr, nlBE } from 'date-fns/locale';
import type { ReactNode } from 'react';

/** Calendars work on local midnights; only year, month and day of them mean something. */
export const toDate = (day: Day): Date => {
  const [y = 1970, m = 1, d = 1] = day.split('-').map(Number);
  return new Date(y, m - 1, d);
};
const pad = (n: number) => String(n).padStart(2, '0');
export const toDay = (date: Date): Day => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

/** Calendars within speak the reader's language, and their weeks begin on Monday. */
export function Calendars({ children }: { children: ReactNode }) {
  const dutch = useFormats().locale === 'nl';
  return (
    <LocalizationProvider
      dateAdapter={AdapterDateFns}
      adapterLocale={dutch ? nlBE : fr}
      localeText={(dutch ? nlNL : frFR).components.MuiLocalizationProvider.defaultProps.localeText}
    >
      {children}
    </LocalizationProvider>
  );
}
