import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import type { Day } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Link as RouterLink } from 'react-router';
import { latestOf, pathOf, useMonths } from '../month/queries';
import { useFigure } from '../month/useFigure';
import type { Totals } from './invoices';

/** What is missing beside what is invoiced: of the last month that is over, and what was not sent or paid. */
export function WhatLacks({ operationId, totals }: { operationId: string; totals: Totals | undefined }) {
  const t = useT();
  const formats = useFormats();
  const figure = useFigure();
  const month = latestOf(useMonths(operationId).data ?? []);
  if (!month || !totals) return null;
  const { next } = month;
  const step = next && month.state === 'OPEN' ? month.steps.find(({ kind }) => kind === next.step) : undefined;
  const counted = step && figure(step);
  const words = next?.action ? t(`steps.action.${next.action}`) : t('month.next.running');
  const parts = (['toDeliver', 'overdue'] as const)
    .filter((tab) => totals[tab].number > 0)
    .map((tab) =>
      t(`invoices.lacks.${tab}`, {
        smart_count: totals[tab].number,
        amount: formats.money(totals[tab].amountCents),
      }),
    );
  if (!step && parts.length === 0) return null;
  return (
    <Alert severity="info" variant="outlined" sx={{ mb: 2, bgcolor: 'background.paper' }}>
      <strong>{t('invoices.lacks.label')}</strong>{' '}
      {step && (
        <>
          <Link component={RouterLink} to={pathOf(operationId, month.month)}>
            {formats.day(`${month.month}-01` as Day, 'month')}
          </Link>
          {t('invoices.lacks.month', { what: counted ? `${words} (${counted})` : words })}
        </>
      )}
      {step && parts.length > 0 && ' · '}
      {parts.join(' · ')}
    </Alert>
  );
}
