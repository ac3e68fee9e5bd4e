import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { useOperation } from '../../../api/operations';
import { useCan } from '../../../api/session';
import { StatusChip } from '../../../design/StatusChip';
import { notify } from '../../../design/snackbars';
import { ThingLink } from '../../../design/ThingLink';
import { useProblemText } from '../../../design/useProblemText';
import { useSendAccountMail } from '../queries';
import type { Participant } from '../rows';
import { Fact, Facts, Section } from './Facts';

const MailsDialog = lazy(async () => ({
  default: (await import('../../invitationMails/MailsDialog')).MailsDialog,
}));

interface SiteProps {
  site: Participant;
}

export function SiteSection({ site }: SiteProps) {
  const t = useT();
  const formats = useFormats();
  const french = useOperation().siteIdentifier === 'prm';
  const produces = site.energyType === 'producer' || site.isProsumer;
  const place = [site.postCode, site.city].filter(Boolean).join(' ');
  return (
    <Section title={t('participants.section.site')}>
      <Facts>
        <Fact label={t('participants.field.address')} wide>
          {[site.address, place].filter(Boolean).join(', ')}
        </Fact>
        {site.latitude !== undefined && site.longitude !== undefined && (
          <Fact label={t('participants.field.position')}>
            {`${formats.number(site.latitude, 4, 6)}° ; ${formats.number(site.longitude, 4, 6)}°`}
          </Fact>
        )}
        <Fact label={t('participants.field.entityType')}>
          {site.entityType && t(`enums.EntityType.${site.entityType}`)}
        </Fact>
        {french && (
          <Fact label={t('participants.field.segment')}>{site.segment && t(`enums.Segment.${site.segment}`)}</Fact>
        )}
        <Fact label={t('participants.field.contractPower')}>
          {site.contractPower !== undefined && formats.power(site.contractPower)}
        </Fact>
        {produces && (
          <Fact label={t('participants.field.productionTypeId')}>
            {site.productionTypeId && t(`enums.ProductionTypeId.${site.productionTypeId}`)}
          </Fact>
        )}
        {site.isProsumer && <Fact label={t('participants.field.energyType')}>{t('participants.value.prosumer')}</Fact>}
        {site.padt && <Fact label={t('participants.field.padt')}>{site.padt}</Fact>}
        {site.externalId && <Fact label={t('participants.field.externalId')}>{site.externalId}</Fact>}
      </Facts>
    </Section>
  );
}

/** Only for those who may read contacts. */
export function ContactSection({ site }: SiteProps) {
  const t = useT();
  if (!useCan()('participant:readContact')) return null;
  const { identity, email, phone } = site;
  return (
    <Section title={t('participants.section.contact')}>
      <Facts>
        {identity && (
          <Fact label={t('participants.field.identity')} wide>
            {identity}
          </Fact>
        )}
        <Fact label={t('participants.field.email')} wide>
          {email && <Link href={`mailto:${email}`}>{email}</Link>}
        </Fact>
        <Fact label={t('participants.field.phone')}>
          {phone && <Link href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</Link>}
        </Fact>
      </Facts>
    </Section>
  );
}

export function AccountSection({ site }: SiteProps) {
  const t = useT();
  const changes = useCan()('participant:update');
  const formats = useFormats();
  const send = useSendAccountMail(site.id);
  const status = site.dsoDetails.account_status;
  const { invitation, user } = site;
  const waits =
    status === 'ERROR' || status === 'INACTIVE' || invitation?.status === 'PENDING' || invitation?.status === 'EXPIRED';
  const [journal, setJournal] = useState(false);
  return (
    <Section title={t('participants.section.account')}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 1 }}>
        <StatusChip kind="AccountStatus" status={status} />
        {site.user?.email && (
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            {[site.user.email, site.username].filter(Boolean).join(' · ')}
          </Typography>
        )}
      </Stack>
      <Typography color="textSecondary">
        {t(`participants.account.${status}`)}
        {changes && status === 'NONE' && !invitation && ` ${t('participants.account.attach')}`}
      </Typography>
      {user?.activationError && (
        <Suspense fallback={null}>
          <ActivationReason reason={user.activationError} />
        </Suspense>
      )}
      {invitation && (
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {t(`participants.account.invitation.${invitation.status}`, {
            email: invitation.email,
            date: formats.day(formats.dayOf(invitation.invitedAt)),
            until: formats.day(formats.dayOf(invitation.expiresAt)),
          })}
        </Typography>
      )}
      {changes && waits && (
        <Button
          size="small"
          sx={{ mt: 1 }}
          loading={send.isPending}
          onClick={() => send.mutate(undefined, { onSuccess: () => notify(t('participants.account.sent')) })}
        >
          {t('participants.account.send')}
        </Button>
      )}
      {changes && (invitation || status !== 'NONE') && (
        <Button size="small" sx={{ mt: 1 }} onClick={() => setJournal(true)}>
          {t('team.mails.open')}
        </Button>
      )}
      {journal && (
        <Suspense fallback={null}>
          <MailsDialog of={{ participantId: site.id }} name={site.name} onClose={() => setJournal(false)} />
        </Suspense>
      )}
    </Section>
  );
}

/** Why the activation mail has not arrived; one that is still tried says so. */
function ActivationReason({ reason }: { reason: string }) {
  const t = useT();
  const words = useProblemText();
  const tried = reason === 'mail.unavailable';
  return (
    <Typography color="error" sx={{ mt: 0.5 }}>
      {t(tried ? 'participants.account.waiting' : 'participants.account.reason', { reason: words({ key: reason }) })}
    </Typography>
  );
}

export function BillingSection({ site }: SiteProps) {
  const t = useT();
  const operation = useOperation();
  const readsClients = useCan()('client:read') && site.energyType === 'consumer';
  return (
    <Section title={t('participants.section.billing')}>
      <Facts>
        {readsClients && (
          <Fact label={t('participants.field.client')}>
            <ThingLink thing="client" id={site.billableEntity?.id}>
              {site.billableEntity?.name ?? t('participants.value.noClient')}
            </ThingLink>
          </Fact>
        )}
        {site.billingEntity && (
          <Fact label={t('participants.field.issuer')}>
            <ThingLink thing="issuer" id={site.billingEntity.id}>
              {site.billingEntity.name}
            </ThingLink>
          </Fact>
        )}
        <Fact label={t(`participants.field.${operation.siteIdentifier === 'prm' ? 'siret' : 'bce'}`)}>
          {site.billingDetail?.siret}
        </Fact>
        {site.consumerType && (
          <Fact label={t('participants.field.consumerType')}>{t(`enums.ConsumerType.${site.consumerType}`)}</Fact>
        )}
      </Facts>
    </Section>
  );
}
