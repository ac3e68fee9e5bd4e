import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Link, useNavigate, useParams } from 'react-router';
import { thingPath } from '../../api/addresses';
import { useOperation } from '../../api/operations';
import { Can } from '../../design/Can';
import { ThingLink } from '../../design/ThingLink';
import { ThingPage } from '../../design/ThingPage';
import { AdjustmentList } from '../adjustments/AdjustmentList';
import { TransmissionCard } from '../einvoicing/TransmissionCard';
import { DeliveryCard } from '../invoices/deliveries/DeliveryCard';
import { InvoiceActions } from '../invoices/InvoiceActions';
import { InvoiceFacts } from '../invoices/InvoiceFacts';
import { InvoiceLines } from '../invoices/InvoiceLines';
import { useInvoice } from '../invoices/queries';
import { SettlementsCard } from '../invoices/settlements/SettlementsCard';
import { useInvoiceName } from '../invoices/useInvoiceName';
import { HistoryCard } from './history/HistoryCard';
import { InvoiceTimeline } from './InvoiceTimeline';
import { Columns, Fact, Facts, Part } from './parts/Part';
import { neighboursOf } from './parts/sums';
import { type Invoice, usePairInvoices, useSubscriptions } from './queries';

/** One invoice: its lines and totals, where it is on its way, who and what it is about. */
export function InvoicePage() {
  const { id = '' } = useParams();
  return <OneInvoice key={id} invoiceId={id} />;
}

function OneInvoice({ invoiceId }: { invoiceId: string }) {
  const t = useT();
  const navigate = useNavigate();
  const { id: operationId, features } = useOperation();
  const name = useInvoiceName();
  const read = useInvoice(operationId, invoiceId);
  const invoice = read.data;
  const edited = features.includes('editedInvoices');
  return (
    <ThingPage
      state={read}
      list={{ label: t(edited ? 'invoices.editedTitle' : 'invoices.title'), path: 'billing/invoices' }}
      title={invoice ? name(invoice) : t('invoices.one')}
      subtitle={invoice && <Neighbours invoice={invoice} />}
      actions={
        invoice && (
          <InvoiceActions
            invoice={invoice}
            onDeleted={() => navigate(`/pmo/operations/${operationId}/billing/invoices?tab=drafts`, { replace: true })}
          />
        )
      }
    >
      {invoice && (
        <Columns
          main={
            <>
              <Part title={t('pages.invoice.facts')}>
                <InvoiceFacts invoice={invoice} />
              </Part>
              <Part title={t('invoices.lines')}>
                <InvoiceLines invoice={invoice} headed />
              </Part>
            </>
          }
          side={
            <>
              <Part title={t('pages.timeline.title')}>
                <InvoiceTimeline invoice={invoice} />
              </Part>
              {invoice.status === 'DRAFT' && invoice.type === 'INVOICE' && (
                <Can permission="adjustment:read">
                  <Part title={t('adjustments.card')}>
                    <AdjustmentList
                      clientId={invoice.billableEntity.id}
                      issuerId={invoice.billingEntity.id}
                      target={{
                        billingEntityId: invoice.billingEntity.id,
                        billableEntityId: invoice.billableEntity.id,
                      }}
                    />
                  </Part>
                </Can>
              )}
              {invoice.number && invoice.type !== 'STATEMENT' && (
                <Part title={t('invoices.send.card')}>
                  <DeliveryCard invoice={invoice} />
                </Part>
              )}
              {invoice.number && invoice.type !== 'STATEMENT' && (
                <Can permission="settlement:read">
                  <Part title={t('invoices.settle.title')}>
                    <SettlementsCard invoice={invoice} />
                  </Part>
                </Can>
              )}
              {invoice.number && invoice.type !== 'STATEMENT' && features.includes('einvoicing') && (
                <Can permission="einvoicing:read">
                  <Part title={t('einvoicing.card.title')}>
                    <TransmissionCard invoiceId={invoice.id} sendable={invoice.status === 'FINALIZED'} />
                  </Part>
                </Can>
              )}
              <Part title={t('pages.about')}>
                <About invoice={invoice} />
              </Part>
              <HistoryCard kind="invoice" id={invoice.id} />
            </>
          }
        />
      )}
    </ThingPage>
  );
}

/** The invoices of the same issuer and client, just before and just after. */
function Neighbours({ invoice }: { invoice: Invoice }) {
  const t = useT();
  const formats = useFormats();
  const { id } = useOperation();
  const pair = usePairInvoices(id, invoice);
  const { before, after } = neighboursOf(pair.data ?? [], invoice.id);
  const words = ({ periodStart, periodEnd }: Invoice) => formats.dayRange(periodStart, periodEnd);
  return (
    <Stack component="span" direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center', minHeight: 30 }}>
      {before && (
        <Button
          component={Link}
          to={thingPath(id, 'invoice', before.id)}
          size="small"
          color="inherit"
          startIcon={<ChevronLeft />}
          aria-label={t('pages.invoice.before', { period: words(before) })}
        >
          {words(before)}
        </Button>
      )}
      {after && (
        <Button
          component={Link}
          to={thingPath(id, 'invoice', after.id)}
          size="small"
          color="inherit"
          endIcon={<ChevronRight />}
          aria-label={t('pages.invoice.after', { period: words(after) })}
        >
          {words(after)}
        </Button>
      )}
    </Stack>
  );
}

/** What the invoice is made of: its sites, the plans that price them, the run that made it. */
function About({ invoice }: { invoice: Invoice }) {
  const t = useT();
  const { id } = useOperation();
  const subscriptions = useSubscriptions(id);
  const lines = invoice.lines ?? [];
  const sites = new Map(lines.flatMap((l) => (l.participantId ? [[l.participantId, l.siteName ?? l.dsoId]] : [])));
  const used = new Set(lines.map(({ subscriptionId }) => subscriptionId));
  const mine = (subscriptions.data ?? []).filter((one) => used.has(one.id));
  const plans = new Map(mine.map(({ plan }) => [plan.id, plan.name]));
  const producers = new Map(mine.flatMap((s) => (s.producerId ? [[s.producerId, s.producerName ?? '']] : [])));
  const links = (thing: 'site' | 'plan', of: Map<string, string | undefined>) =>
    of.size > 0 && (
      <Stack component="span">
        {[...of].map(([key, name]) => (
          <span key={key}>
            <ThingLink thing={thing} id={key}>
              {name}
            </ThingLink>
          </span>
        ))}
      </Stack>
    );
  return (
    <Facts>
      <Fact label={t('pages.invoice.sites')}>{links('site', sites as Map<string, string | undefined>)}</Fact>
      <Fact label={t('pages.invoice.producers')}>{links('site', producers as Map<string, string>)}</Fact>
      <Fact label={t('pages.invoice.plans')}>{links('plan', plans)}</Fact>
      <Fact label={t('pages.kind.run')}>
        {invoice.runId && (
          <ThingLink thing="run" id={invoice.runId}>
            {t('pages.invoice.run')}
          </ThingLink>
        )}
      </Fact>
    </Facts>
  );
}
