import EditOutlined from '@mui/icons-material/EditOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { Can } from '../../../design/Can';
import type { ViewState } from '../../../design/ChartCard';
import { ThingPage } from '../../../design/ThingPage';
import { isIssuer, linkedIds, type Party, type Side } from '../../parties/parties';
import { HistoryCard } from '../history/HistoryCard';
import { InvoiceList } from '../parts/InvoiceList';
import { Columns, Fact, Facts, Part } from '../parts/Part';
import { SiteList } from '../parts/SiteList';
import { SubscriptionList } from '../parts/SubscriptionList';
import { useSubscriptions } from '../queries';

// The form, its rules and the lists that it offers are loaded when it is opened.
const PartyEditor = lazy(() => import('./PartyEditor').then((part) => ({ default: part.PartyEditor })));

interface PartyViewProps {
  side: Side;
  party: Party | undefined;
  state: ViewState;
  /** What it is called until its name is known. */
  kind: string;
  /** What stands below who it is: the logo of an issuer. */
  logo?: ReactNode;
  /** What it owes: the account of a client. */
  account?: ReactNode;
}

/** The page of a client or an issuer. */
export function PartyView({ side, party, state, kind, logo, account }: PartyViewProps) {
  const t = useT();
  const [editing, setEditing] = useState(false);
  const edit = (
    <Can permission={`${side}:update`}>
      <Button variant="outlined" color="inherit" startIcon={<EditOutlined />} onClick={() => setEditing(true)}>
        {t('pages.edit')}
      </Button>
    </Can>
  );
  return (
    <ThingPage
      state={state}
      list={{ label: t(`parties.${side}.title`), path: `billing/subscriptions?tab=${side}s` }}
      title={party?.name ?? kind}
      subtitle={party && [kind, [party.postCode, party.city].filter(Boolean).join(' ')].filter(Boolean).join(' · ')}
      actions={edit}
    >
      {party && (
        <>
          <Missing party={party} side={side} onEdit={() => setEditing(true)} />
          <Columns
            main={
              <>
                <SiteList
                  title={t(`parties.${side}.sites`)}
                  ids={linkedIds(party)}
                  none={t(`pages.sites.none.${side}`)}
                />
                <Subscriptions party={party} side={side} />
                {account}
                <InvoiceList
                  of={side === 'client' ? { billableEntityId: party.id } : { billingEntityId: party.id }}
                  narrowed={{ [side]: party.id }}
                  withoutClient={side === 'client'}
                />
              </>
            }
            side={
              <>
                <Part title={t('pages.identity')}>
                  <Identity party={party} />
                </Part>
                {logo}
                <HistoryCard kind={side === 'client' ? 'billableEntity' : 'billingEntity'} id={party.id} />
              </>
            }
          />
          <Suspense fallback={null}>
            {editing && <PartyEditor side={side} party={party} onClose={() => setEditing(false)} />}
          </Suspense>
        </>
      )}
    </ThingPage>
  );
}

/** What keeps the party from being billed, with the button that mends it. */
function Missing({ party, side, onEdit }: { party: Party; side: Side; onEdit: () => void }) {
  const t = useT();
  const { any } = useTranslator();
  const claim = isIssuer(party) && party.claim && party.claim !== 'CONFIRMED' ? party.claim : undefined;
  return (
    <>
      {!party.complete && (
        <Alert
          severity="warning"
          variant="outlined"
          action={
            <Can permission={`${side}:update`}>
              <Button size="small" color="inherit" onClick={onEdit}>
                {t('pages.complete')}
              </Button>
            </Can>
          }
        >
          {t('parties.missing', {
            fields: party.missing.map((field) => any(`parties.field.${field}`, {}, field)).join(', '),
          })}
        </Alert>
      )}
      {claim && (
        <Alert severity={claim === 'DENIED' ? 'error' : 'info'} variant="outlined">
          {t(`parties.claim.${claim}`)}
        </Alert>
      )}
    </>
  );
}

function Subscriptions({ party, side }: { party: Party; side: Side }) {
  const t = useT();
  const all = useSubscriptions(useOperation().id);
  const ids = new Set(linkedIds(party));
  const own = isIssuer(party) && party.ownedByOperation;
  const rows = (all.data ?? []).filter(({ consumerId, producerId }) =>
    side === 'client' ? consumerId && ids.has(consumerId) : producerId ? ids.has(producerId) : own,
  );
  return (
    <SubscriptionList
      title={t('pages.subscriptions.title')}
      rows={rows}
      state={all}
      without={ids.size === 1 ? [side === 'client' ? 'consumer' : 'producer'] : []}
      none={t('pages.subscriptions.none')}
    />
  );
}

/** Who it is in law, where, and how it is paid or written to. */
function Identity({ party }: { party: Party }) {
  const t = useT();
  const place = [party.postCode, party.city].filter(Boolean).join(' ');
  const facts: [string, ReactNode][] = [
    [t('parties.field.address'), [party.address, party.addressLine2, place].filter(Boolean).join(', ')],
    [t('parties.field.legalNumber'), party.legalNumber],
    [t('parties.field.taxId'), party.taxId],
    [t('parties.field.vatRegime'), party.vatRegime && t(`enums.VatRegime.${party.vatRegime}`)],
    [t('parties.field.email'), party.email && <Link href={`mailto:${party.email}`}>{party.email}</Link>],
    [t('parties.field.phoneNumber'), party.phoneNumber],
    [t('parties.field.contactName'), party.contactName],
    [t('parties.field.electronicAddress'), party.electronicAddress],
  ];
  if (isIssuer(party)) {
    facts.push(
      [t('parties.field.legalForm'), party.legalForm],
      [t('parties.field.registrationCourt'), party.registrationCourt],
      [t('parties.field.billingMandateReference'), party.billingMandateReference],
      [t('parties.field.seriesCode'), party.seriesCode],
      [t('parties.field.nextNumber'), party.nextNumber !== undefined && `${party.nextNumber} (${party.numberYear})`],
      [t('parties.field.iban'), party.iban],
      [t('parties.field.bic'), party.bic],
    );
  } else {
    facts.push(
      [t('parties.field.consumerType'), t(`enums.ConsumerType.${party.consumerType}`)],
      [t('parties.field.publicBody'), party.publicBody && t('parties.form.publicHint')],
      [t('parties.field.serviceCode'), party.serviceCode],
      [t('parties.field.commitmentNumber'), party.commitmentNumber],
      [t('parties.field.contractNumber'), party.contractNumber],
      [t('parties.field.invoiceChannel'), party.derivedChannel && t(`enums.InvoiceChannel.${party.derivedChannel}`)],
      [t('parties.field.language'), party.language && t(`enums.Language.${party.language}`)],
      [t('parties.field.iban'), party.iban],
      [t('parties.field.bic'), party.bic],
      [t('parties.field.reference'), party.reference],
      [t('parties.field.tags'), party.tags?.join(', ')],
    );
  }
  return (
    <Facts>
      {facts.map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </Facts>
  );
}
