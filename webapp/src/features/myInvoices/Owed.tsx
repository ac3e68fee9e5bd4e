import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Link } from 'react-router';
import { ErrorPanel } from '../../design/ErrorPanel';
import {
  type InvoiceSummary,
  type OpenInvoices,
  type StatementSummary,
  useInvoiceSummary,
  useStatementSummary,
} from './queries';
import { useDueWords } from './useDueWords';

/** What the person owes, or is owed, in an operation, in one line that leads to the invoices. */
export function Owed({ operationId }: { operationId?: string | undefined }) {
  const t = useT();
  const summary = useInvoiceSummary(operationId ?? '');
  const owed = useStatementSummary(operationId ?? '');
  if (summary.isPending) return <Skeleton variant="rounded" height={44} animation={false} />;
  if (summary.isError || !summary.data) {
    return <ErrorPanel error={summary.error} onRetry={() => summary.refetch()} />;
  }
  return (
    <Stack
      direction="row"
      sx={{
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 0.5,
        alignItems: 'baseline',
        borderTop: 1,
        borderColor: 'divider',
        pt: 1.5,
      }}
    >
      <Lines summary={summary.data} owed={owed.data?.toReceive} />
      {owed.isError && <ErrorPanel error={owed.error} onRetry={() => owed.refetch()} />}
      <MuiLink
        component={Link}
        to={`/pmo/operations/${operationId}/my-invoices`}
        sx={{ minHeight: { xs: 44, sm: 0 }, display: 'inline-flex', alignItems: 'center' }}
      >
        {t('myInvoices.see')}
      </MuiLink>
    </Stack>
  );
}

interface LinesProps {
  summary: InvoiceSummary;
  /** What the operation owes the person, where it owes producers. */
  owed: StatementSummary['toReceive'] | undefined;
}

function Lines({ summary: { toPay, toReceive, last }, owed }: LinesProps) {
  const t = useT();
  const formats = useFormats();
  if (toPay.count > 0 || toReceive.count > 0 || (owed?.count ?? 0) > 0) {
    return (
      <>
        {toPay.count > 0 && <Open open={toPay} label={t('myInvoices.toPay')} />}
        {toReceive.count > 0 && <Open open={toReceive} label={t('myInvoices.toReceive')} />}
        {owed && owed.count > 0 && (
          <Typography component="p">
            {t('myInvoices.statements.toReceive')}{' '}
            <Box
              component="strong"
              sx={{ fontSize: '1.375rem', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
            >
              {formats.money(owed.amountCents)}
            </Box>{' '}
            {t('myInvoices.statements.inBrackets', { smart_count: owed.count })}
          </Typography>
        )}
      </>
    );
  }
  if (!last) return <Typography>{t('myInvoices.none')}</Typography>;
  return (
    <Typography>
      <strong>{t('myInvoices.nothingToPay')}</strong>
      {' · '}
      {t('myInvoices.settled', {
        days: formats.dayRange(last.periodStart, last.periodEnd),
        amount: formats.money(last.amountCents),
      })}
    </Typography>
  );
}

function Open({ open, label }: { open: OpenInvoices; label: string }) {
  const t = useT();
  const formats = useFormats();
  const due = useDueWords();
  return (
    <Typography component="p">
      {label}{' '}
      <Box component="strong" sx={{ fontSize: '1.375rem', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {formats.money(open.amountCents)}
      </Box>{' '}
      <Box
        component="span"
        sx={{ color: open.overdue ? 'error.main' : undefined, fontWeight: open.overdue ? 650 : 400 }}
      >
        {open.overdue && <ErrorOutlined aria-hidden sx={{ fontSize: 18, verticalAlign: 'text-bottom', mr: 0.5 }} />}
        {due(open)}
      </Box>{' '}
      {t('myInvoices.inBrackets', { smart_count: open.count })}
    </Typography>
  );
}
