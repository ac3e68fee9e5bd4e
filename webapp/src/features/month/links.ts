import type { Schemas } from '@openpmo/sdk';
import { siteDaysPath, thingPath } from '../../api/addresses';
import { places, unpricedPlaces } from '../../design/remedies';
import type { MonthCheck } from './queries';

const below = (operationId: string, path: string) => `/pmo/operations/${operationId}/${path}`;

/** From the first day of some periods to the last. */
export function spanOf(periods: readonly Schemas['DayRange'][] = []): Schemas['DayRange'] | undefined {
  const [first, last] = [periods[0], periods.at(-1)];
  return first && last && { from: first.from, to: last.to };
}

/** The dashboard on some days, where what lacks is shown site by site. */
export function daysPath(operationId: string, periods: readonly Schemas['DayRange'][] = []): string {
  const [first, last] = [periods[0], periods.at(-1)];
  return below(operationId, first && last ? `dashboard?from=${first.from}&to=${last.to}` : 'dashboard');
}

/** The coefficients of a month. */
export const coefficientsPath = (operationId: string, month: string): string =>
  below(operationId, `edit/production?tab=sending&month=${month}`);

/** The place that a check is about; none for what is only told. */
export function placeOf(operationId: string, check: MonthCheck): string | undefined {
  switch (check.kind) {
    case 'DATA_MISSING':
    case 'DATA_PROVISIONAL':
      return check.participantId
        ? siteDaysPath(operationId, check.participantId, spanOf(check.periods))
        : daysPath(operationId, check.periods);
    case 'SITE_WITHOUT_CLIENT':
      return below(operationId, places.clients.path);
    case 'ENERGY_UNPRICED':
      return below(operationId, places[unpricedPlaces[check.reason ?? 'NOT_SUBSCRIBED']].path);
    case 'AMOUNT_UNUSUAL':
      return check.invoiceId && thingPath(operationId, 'invoice', check.invoiceId);
    case 'CORRECTION_OPEN':
      return below(operationId, 'billing/invoices#corrections');
    case 'DEADLINE_MISSED':
      return below(operationId, places.coefficients.path);
    case 'EARLIER_UNBILLED':
    case 'INVOICE_REFUSED': // each cause has its own, as in bill runs
      return undefined;
    default:
      return check.kind satisfies never;
  }
}
