import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, type ReactNode, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { AfterFirst } from '../../../design/AfterFirst';
import { EmptyState } from '../../../design/EmptyState';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { Page } from '../../../design/Page';
import { PageSkeleton } from '../../../design/Skeletons';
import { WhenVisible } from '../../../design/WhenVisible';
import { ReportButton } from '../../reports/ReportButton';
import { MySharingCard } from '../sharing/MySharingCard';
import type { Participant } from '../viewpoint/viewpoint';
import { NextCard } from './NextCard';
import { OwnFlow } from './OwnFlow';
import { monthIn, useSiteBalance } from './queries';
import { ShareCard } from './ShareCard';
import { askOwnBalance, useOwnSitesHere } from './useOwnSitesHere';
import { YearStrip } from './YearStrip';

// Fields to choose by are loaded where there is something to choose.
const SiteSelect = lazy(() => import('./SiteSelect').then((part) => ({ default: part.SiteSelect })));
const ProducerCard = lazy(() => import('../tiles/ProducerCard').then((part) => ({ default: part.ProducerCard })));

export const askFirst = askOwnBalance;

/**
 * The first page of a participant: how much was local, what it owes, where its energy went, and what
 * comes next; all producers together. One producer is a choice further down.
 */
export function MyEnergyPage({ owed, facts }: { owed?: ReactNode; facts?: ReactNode }) {
  const t = useT();
  const title = t('myEnergy.title');
  const [params, setParams] = useSearchParams();
  const { producerId } = useParams();
  const { state, own, site } = useOwnSitesHere(params.get('site'), producerId);
  const { features } = useOperation();
  const reported = useCan()('report:read') && features.includes('metrics');
  if (state.isPending) return <PageSkeleton />;
  if (state.isError || !site) {
    return (
      <Page title={title}>
        {state.isError ? (
          <ErrorPanel error={state.error} onRetry={() => state.refetch()} />
        ) : (
          <EmptyState kind="none" title={t('myEnergy.noSite')} advice={t('myEnergy.noSiteAdvice')} />
        )}
      </Page>
    );
  }
  return (
    <Page
      title={t('myEnergy.titleOf', { title, name: site.name })}
      actions={
        <>
          {own.length > 1 && (
            <Suspense fallback={null}>
              <SiteSelect {...{ own }} siteId={site.id} onSite={(id) => setParams({ site: id })} />
            </Suspense>
          )}
          {reported && <ReportButton subject={{ kind: 'site', siteId: site.id, name: site.name }} own />}
        </>
      }
    >
      <OneSite key={site.id} site={site} {...(producerId ? { producerId } : {})} {...{ owed, facts }} />
    </Page>
  );
}

/** Room of the card of one producer. */
const producerRoom = 150;

interface OneSiteProps {
  site: Participant;
  producerId?: string;
  owed: ReactNode;
  facts: ReactNode;
}

function OneSite({ site, producerId, owed, facts }: OneSiteProps) {
  const t = useT();
  const operation = useOperation();
  const [params, setParams] = useSearchParams();
  const balance = useSiteBalance(site.id, monthIn(params.get('month')));
  if (balance.isPending) return <PageSkeleton />;
  if (balance.isError) return <ErrorPanel error={balance.error} onRetry={() => balance.refetch()} />;
  const found = balance.data;
  if (!found.month) {
    return <EmptyState kind="none" title={t('myEnergy.empty')} advice={t('myEnergy.emptyAdvice')} />;
  }
  const choose = (month: string) => {
    const next = new URLSearchParams(params);
    next.set('month', month);
    setParams(next, { preventScrollReset: true });
  };
  const period = found.dateFrom && found.dateTo ? { from: found.dateFrom, to: found.dateTo } : undefined;
  return (
    <Stack sx={{ gap: 2 }}>
      <Columns>
        <ShareCard balance={found} owed={owed} />
        <AfterFirst>
          <OwnFlow balance={found} name={site.name} />
          <YearStrip year={found.year} month={found.month} onMonth={choose} />
          <NextCard balance={found} operation={operation} facts={facts} />
        </AfterFirst>
      </Columns>
      <AfterFirst>
        <Columns>
          <MySharingCard
            view={{
              kind: site.energyType === 'producer' ? 'producer' : 'consumer',
              operationId: operation.id,
              siteId: site.id,
            }}
          />
          {period && found.used && (operation.producers?.length ?? 0) > 1 && (
            <WhenVisible height={producerRoom}>
              <Suspense fallback={null}>
                <ProducerCard
                  view={{
                    kind: 'consumer',
                    operationId: operation.id,
                    siteId: site.id,
                    ...(producerId ? { producerId } : {}),
                  }}
                  operation={operation}
                  period={period}
                />
              </Suspense>
            </WhenVisible>
          )}
        </Columns>
      </AfterFirst>
    </Stack>
  );
}

/** Two cards beside each other at a desk, one below the other on a phone; one alone takes the line. */
function Columns({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5fr)' },
        alignItems: 'stretch',
        '& > :only-child': { gridColumn: '1 / -1' },
        '&:empty': { display: 'none' },
      }}
    >
      {children}
    </Box>
  );
}
