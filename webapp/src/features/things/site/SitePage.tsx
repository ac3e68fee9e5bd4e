import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense } from 'react';
import { Link, useParams } from 'react-router';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { Can } from '../../../design/Can';
import { ChartSkeleton } from '../../../design/Skeletons';
import { ThingPage } from '../../../design/ThingPage';
import { WhenVisible } from '../../../design/WhenVisible';
import { useParticipant } from '../../participants/queries';
import type { Participant } from '../../participants/rows';
import { FolderSection } from '../../participants/sheet/FolderSection';
import {
  AccountSection,
  BillingSection,
  ContactSection,
  SiteSection,
} from '../../participants/sheet/ParticipantSections';
import { SiteActions } from '../../participants/sheet/SiteActions';
import { ReportButton } from '../../reports/ReportButton';
import { HistoryCard } from '../history/HistoryCard';
import { InvoiceList } from '../parts/InvoiceList';
import { Columns } from '../parts/Part';
import { SubscriptionList } from '../parts/SubscriptionList';
import { useSubscriptionsOfSite } from '../queries';
import { RightsCard } from './RightsCard';
import { SiteFolder } from './SiteFolder';
import { SiteTimeline } from './SiteTimeline';

// The curve and its library come behind the facts.
const SiteEnergy = lazy(() => import('./SiteEnergy').then((part) => ({ default: part.SiteEnergy })));

/** Room of what stands further down the page, until it is looked at. */
const rightsRoom = 220;
const billingRoom = 480;
const historyRoom = 300;

/** One site: what it used and received, what it subscribed to, what it was billed, and all that is known of it. */
export function SitePage() {
  const { id = '' } = useParams();
  return <OneSite key={id} siteId={id} />;
}

function OneSite({ siteId }: { siteId: string }) {
  const t = useT();
  const operation = useOperation();
  const read = useParticipant(siteId);
  const site = read.data?.site;
  const reported = useCan()('report:read') && operation.features.includes('metrics');
  const identifier = t(`participants.identifier.${operation.siteIdentifier}`);
  return (
    <ThingPage
      state={read}
      elsewhere={site !== undefined && site.operationId !== operation.id}
      list={{ label: t('participants.title'), path: 'edit/participants' }}
      title={site?.name ?? t('pages.kind.site')}
      subtitle={
        site &&
        [
          site.isProsumer ? t('participants.value.prosumer') : t(`enums.EnergyType.${site.energyType}`),
          `${identifier} ${site.dsoId}`,
          site.city,
        ]
          .filter(Boolean)
          .join(' · ')
      }
      actions={
        site && (
          <>
            {reported && <ReportButton subject={{ kind: 'site', siteId: site.id, name: site.name }} />}
            <SiteActions site={site} etag={read.data?.etag} edit={`edit/participants?p=${site.id}&edit=1`} />
          </>
        )
      }
    >
      {site && (
        <Columns
          main={
            <>
              <Suspense fallback={<ChartSkeleton height={468} />}>
                <SiteEnergy site={site} />
              </Suspense>
              <SiteTimeline siteId={site.id} />
              <WhenVisible height={rightsRoom}>
                <RightsCard siteId={site.id} />
              </WhenVisible>
              <WhenVisible height={billingRoom}>
                <Billing site={site} />
              </WhenVisible>
              <WhenVisible height={historyRoom}>
                <HistoryCard kind="participant" id={site.id} />
              </WhenVisible>
            </>
          }
          side={<About site={site} />}
        />
      )}
    </ThingPage>
  );
}

/** What is known of the site: its folder, the place, people, who pays. */
function About({ site }: { site: Participant }) {
  return (
    <SiteFolder>
      <FolderSection site={site} />
      <SiteSection site={site} />
      <ContactSection site={site} />
      <AccountSection site={site} />
      <BillingSection site={site} />
    </SiteFolder>
  );
}

/** Its subscriptions and its invoices, where the operation is billed here and one may read them. */
function Billing({ site }: { site: Participant }) {
  const t = useT();
  const can = useCan();
  const { id, features } = useOperation();
  const bills = features.includes('billing') && can('subscription:read');
  const subscriptions = useSubscriptionsOfSite(site.id, bills);
  if (!bills) return null;
  const consumes = site.energyType === 'consumer' || site.isProsumer;
  return (
    <>
      <SubscriptionList
        title={t('pages.subscriptions.title')}
        rows={subscriptions.data ?? []}
        state={subscriptions}
        without={site.isProsumer ? [] : [consumes ? 'consumer' : 'producer']}
        none={t('pages.subscriptions.none')}
        action={
          <Can permission="subscription:create">
            <Button
              component={Link}
              to={`/pmo/operations/${id}/billing/subscriptions`}
              size="small"
              className="no-print"
            >
              {t('pages.subscriptions.manage')}
            </Button>
          </Can>
        }
      />
      <InvoiceList
        of={{ siteId: site.id }}
        withoutClient={site.energyType === 'consumer'}
        narrowed={
          site.billableEntity
            ? { client: site.billableEntity.id }
            : site.billingEntity
              ? { issuer: site.billingEntity.id }
              : { q: site.name }
        }
      />
    </>
  );
}
