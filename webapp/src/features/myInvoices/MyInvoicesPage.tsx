import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { FilterChips } from '../../design/FilterChips';
import { Page } from '../../design/Page';
import { PageSkeleton, RowsSkeleton } from '../../design/Skeletons';
import { InvoiceRow } from './InvoiceRow';
import {
  type InvoiceSummary,
  type OpenInvoices,
  type OwnInvoice,
  useInvoiceSummary,
  useOwnSites,
  useStatementSummary,
} from './queries';
import { useDueWords } from './useDueWords';

const OwnBills = lazy(async () => ({ default: (await import('../legacyBilling/bills/OwnBills')).OwnBills }));
const Statements = lazy(async () => ({ default: (await import('./Statements')).Statements }));
const OwnAccount = lazy(async () => ({ default: (await import('../receivables/ClientAccount')).OwnAccount }));

/** How many more each press shows of a long list. */
const step = 100;

/**
 * A participant's invoices in an operation, those it received and those it issued (specification
 * section 6): what is to be paid, to whom and until when, what each year came to, and each with its
 * document and how it comes about.
 */
export function MyInvoicesPage() {
  const t = useT();
  const { id, features } = useOperation();
  const check = useCan()('billCheck:visit') && features.includes('billCheck');
  const summary = useInvoiceSummary(id);
  const owed = useStatementSummary(id);
  if (summary.isPending || owed.isPending) return <PageSkeleton />;
  return (
    <Page
      title={t('myInvoices.title')}
      subtitle={t('myInvoices.subtitle')}
      actions={
        check && (
          <>
            <Button component={Link} to={`/pmo/operations/${id}/billing/check?tab=supplier`} variant="outlined">
              {t('myInvoices.twoBills')}
            </Button>
            <Button component={Link} to={`/pmo/operations/${id}/billing/check`} variant="outlined">
              {t('shell.nav.billCheck')}
            </Button>
          </>
        )
      }
    >
      {owed.isError && <ErrorPanel error={owed.error} onRetry={() => owed.refetch()} />}
      {owed.data && owed.data.statements.length > 0 && (
        <Box sx={{ mb: 2 }}>
          <Suspense fallback={<RowsSkeleton />}>
            <Statements summary={owed.data} />
          </Suspense>
        </Box>
      )}
      {summary.isError || !summary.data ? (
        <ErrorPanel error={summary.error} onRetry={() => summary.refetch()} />
      ) : summary.data.invoices.length === 0 ? (
        !owed.data?.statements.length && (
          <Card>
            <EmptyState kind="none" title={t('myInvoices.empty')} advice={t('myInvoices.emptyAdvice')} />
          </Card>
        )
      ) : (
        <Invoices summary={summary.data} />
      )}
      {features.includes('billing') && <LegacyBills operationId={id} />}
    </Page>
  );
}

/** What the old engine billed the person's sites, where the operation had it. */
function LegacyBills({ operationId }: { operationId: string }) {
  const sites = useOwnSites(operationId);
  return (
    <Suspense fallback={null}>
      <Stack sx={{ gap: 2, mt: 2 }}>
        {sites.map((site) => (
          <OwnBills key={site} participantId={site} />
        ))}
      </Stack>
    </Suspense>
  );
}

const yearOf = ({ invoice }: OwnInvoice) => invoice.periodEnd.slice(0, 4);

function Invoices({ summary }: { summary: InvoiceSummary }) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const [shown, setShown] = useState(step);
  const years = [...new Set(summary.invoices.map(yearOf))].sort().reverse();
  const asked = params.get('year') ?? '';
  const year = years.includes(asked) ? asked : '';
  const rows = year ? summary.invoices.filter((one) => yearOf(one) === year) : summary.invoices;
  const receives = summary.invoices.some(({ invoice }) => invoice.side === 'RECEIVED');
  const issues = summary.invoices.some(({ invoice }) => invoice.side === 'ISSUED');
  return (
    <Stack sx={{ gap: 2 }}>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: receives && issues ? 'repeat(2, minmax(0, 1fr))' : '1fr' },
        }}
      >
        {receives && (
          <OpenCard open={summary.toPay} title={t('myInvoices.toPay')} nothing={t('myInvoices.nothingToPay')} />
        )}
        {issues && (
          <OpenCard
            open={summary.toReceive}
            title={t('myInvoices.toReceive')}
            nothing={t('myInvoices.nothingToReceive')}
          />
        )}
      </Box>
      <Card component="section" aria-label={t('myInvoices.list')} sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}>
        {years.length > 1 && (
          <FilterChips
            label={t('myInvoices.years')}
            value={year}
            options={[
              { value: '', label: t('myInvoices.allYears') },
              ...years.map((one) => ({ value: one, label: one })),
            ]}
            onChange={(next) => setParams(next ? { year: next } : {}, { preventScrollReset: true })}
          />
        )}
        <Sums years={summary.years.filter((one) => !year || String(one.year) === year)} />
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {rows.slice(0, shown).map((own) => (
            <InvoiceRow key={own.invoice.id} own={own} />
          ))}
        </Box>
        {rows.length > shown && (
          <Button fullWidth className="no-print" sx={{ mt: 1 }} onClick={() => setShown(shown + step)}>
            {t('myInvoices.more', { shown, total: rows.length })}
          </Button>
        )}
      </Card>
      {receives && <Accounts summary={summary} />}
    </Stack>
  );
}

/** What each site was invoiced and paid, line by line, once somebody asks. */
function Accounts({ summary }: { summary: InvoiceSummary }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const sites = [
    ...new Set(
      summary.invoices.filter(({ invoice }) => invoice.side === 'RECEIVED').map(({ participantId }) => participantId),
    ),
  ];
  return (
    <Card component="section" aria-label={t('receivables.account.title')} sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}>
      <Button variant="outlined" color="inherit" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('receivables.account.mine')}
      </Button>
      {open && (
        <Suspense fallback={<RowsSkeleton />}>
          {sites.map((site) => (
            <Box key={site} sx={{ mt: 2 }}>
              <OwnAccount participantId={site} />
            </Box>
          ))}
        </Suspense>
      )}
    </Card>
  );
}

/** What is open, to whom and until when. */
function OpenCard({ open, title, nothing }: { open: OpenInvoices; title: string; nothing: string }) {
  const t = useT();
  const formats = useFormats();
  const id = useId();
  const due = useDueWords();
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}>
      <Typography id={id} variant="h2">
        {open.count > 0 ? title : nothing}
      </Typography>
      {open.count > 0 && (
        <>
          <Typography
            component="p"
            sx={{
              fontSize: { xs: '2rem', sm: '2.5rem' },
              fontWeight: 700,
              lineHeight: 1.2,
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {formats.money(open.amountCents)}
          </Typography>
          <Typography
            sx={{ color: open.overdue ? 'error.main' : 'text.secondary', fontWeight: open.overdue ? 650 : 400 }}
          >
            {[t('myInvoices.count', { smart_count: open.count }), due(open)].join(', ')}
          </Typography>
          <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
            {open.parties.map((party) => (
              <Typography key={party.name} component="li">
                {t('myInvoices.party', { name: party.name, amount: formats.money(party.amountCents), due: due(party) })}
              </Typography>
            ))}
          </Box>
        </>
      )}
    </Card>
  );
}

/** What each year came to, received and issued apart. */
function Sums({ years }: { years: InvoiceSummary['years'] }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Box
      component="ul"
      aria-label={t('myInvoices.sum')}
      sx={{ m: 0, mb: 1, p: 0, 'div + &': { mt: 1.5 }, listStyle: 'none' }}
    >
      {years.map((one) => (
        <Typography
          key={`${one.year}-${one.side}`}
          component="li"
          sx={{ fontWeight: 620, fontVariantNumeric: 'tabular-nums' }}
        >
          {t(`myInvoices.year.${one.side}`, {
            year: one.year,
            energy: formats.energy(one.energyMilliWh),
            amount: formats.money(one.amountCents),
          })}
        </Typography>
      ))}
    </Box>
  );
}
