import type { Formats } from '@openpmo/ui/formats/bind';
import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import type { Alert } from './queries';

type Say = (key: MessageKey, params?: Record<string, string | number>) => string;

/** The cause of an alert in words: days, months and rates as people write them. */
export function causeOf({ rule, figures, month }: Alert, t: Say, formats: Formats): string {
  const { days = 0, day, dateFrom, dateTo, sitesNumber = 0, number = 0, rate, expectedRate, against } = figures;
  const params: Record<string, string | number> = {
    smart_count: days,
    sites: t('alerts.sites', { smart_count: sitesNumber }),
    number,
    month: month ? formats.day(`${month}-01`, 'month') : '',
    day: day ? formats.day(day, 'medium') : '',
    period: dateFrom && dateTo ? formats.dayRange(dateFrom, dateTo) : '',
    rate: rate === undefined ? '' : formats.rate(rate),
    expected: expectedRate === undefined ? '' : formats.rate(expectedRate),
    against: against ? t(`enums.AlertComparison.${against}`) : '',
  };
  switch (rule) {
    case 'OPERATION_SILENT':
    case 'SITE_SILENT':
      return t(day ? `alerts.cause.${rule}` : `alerts.cause.${rule}.never`, params);
    case 'COEFFICIENTS_DUE':
      if (days < 0) return t('alerts.cause.COEFFICIENTS_DUE.late', { ...params, smart_count: -days });
      return t(days === 0 ? 'alerts.cause.COEFFICIENTS_DUE.today' : 'alerts.cause.COEFFICIENTS_DUE', params);
    default:
      return t(`alerts.cause.${rule}`, params);
  }
}

/** Where an alert is mended, below the operation. */
export function placeOf({ action, month, participantId, figures }: Alert): string {
  const { dateFrom, dateTo } = figures;
  switch (action) {
    case 'IMPORT_CURVES':
      return 'imports';
    case 'SEE_SITE':
      return `sites/${participantId}${dateFrom && dateTo ? `?from=${dateFrom}&to=${dateTo}` : ''}`;
    case 'RECORD_ANSWER':
    case 'ANSWER_REQUEST':
      return `sites/${participantId}`;
    case 'SEE_OVERDUE':
      return 'billing/receivables';
    case 'MEND_MANDATE':
      return 'payment?tab=mandates';
    case 'DECIDE_CORRECTIONS':
      return 'billing/invoices#corrections';
    case 'SEE_DASHBOARD':
      return `dashboard?from=${month}-01&to=${lastDayOf(month)}`;
    case 'MAKE_COEFFICIENTS':
    case 'SEND_COEFFICIENTS':
      return 'edit/production?tab=sending';
    default:
      return `month/${month}`;
  }
}

function lastDayOf(month = ''): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`;
}
