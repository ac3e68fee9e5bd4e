import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../api/session';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { AccountFrame } from './AccountFrame';
import { type BilledParty, type OperationBilling, useOperationBillings } from './queriesBilling';

/** As what and at which address one is billed in each operation, and the last invoice of each. */
export function AccountBillingPage() {
  const t = useT();
  const billings = useOperationBillings(useSession().id);
  return (
    <AccountFrame part="billing" subtitle={t('myAccount.billing.subtitle')}>
      {billings.isPending && <RowsSkeleton rows={4} />}
      {billings.isError && <ErrorPanel error={billings.error} onRetry={() => billings.refetch()} />}
      {billings.data?.length === 0 && (
        <Card>
          <EmptyState kind="none" title={t('myAccount.billing.none')} advice={t('myAccount.billing.noneAdvice')} />
        </Card>
      )}
      <Box
        component="ul"
        sx={{
          display: 'grid',
          gap: 2,
          m: 0,
          p: 0,
          listStyle: 'none',
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 420px), 1fr))',
        }}
      >
        {billings.data?.map((one) => (
          <BillingCard key={one.id} billing={one} />
        ))}
      </Box>
    </AccountFrame>
  );
}

function BillingCard({ billing }: { billing: OperationBilling }) {
  const t = useT();
  const id = useId();
  const { name, parties, url } = billing;
  const leadsTo = url.endsWith('invoices') ? 'seeInvoices' : 'seeOperation';
  return (
    <Card
      component="li"
      aria-labelledby={id}
      sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 0 }}
    >
      <Stack direction="row" sx={{ gap: 1, alignItems: 'baseline', justifyContent: 'space-between' }}>
        <Typography id={id} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <Typography variant="caption" color="textSecondary" sx={{ flex: 'none' }}>
          {t(`enums.Dso.${billing.dso}`)}
        </Typography>
      </Stack>
      {parties.length === 0 && <Typography color="textSecondary">{t('myAccount.billing.looks')}</Typography>}
      {parties.map((party) => (
        <Party key={`${party.role} ${party.entityId ?? ''}`} party={party} />
      ))}
      <LastInvoice billing={billing} />
      <Button
        component={Link}
        to={url}
        variant="outlined"
        color="inherit"
        aria-label={t(`myAccount.billing.${leadsTo}Of`, { operation: name })}
        sx={{ alignSelf: 'flex-start', mt: 'auto', minHeight: 44 }}
      >
        {t(`myAccount.billing.${leadsTo}`)}
      </Button>
    </Card>
  );
}

function Party({ party }: { party: BilledParty }) {
  const t = useT();
  const town = [party.postCode, party.city].filter(Boolean).join(' ');
  const own = party.role === 'PMO';
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '112px minmax(0, 1fr)', gap: 1, alignItems: 'start' }}>
      <Chip size="small" label={t(`myAccount.billing.role.${party.role}`)} sx={{ justifySelf: 'start' }} />
      <Box sx={{ overflowWrap: 'anywhere' }}>
        {party.name && <Typography sx={{ fontWeight: 600 }}>{party.name}</Typography>}
        {party.address || town ? (
          <Typography>{[party.address, town].filter(Boolean).join(', ')}</Typography>
        ) : (
          <Typography color="warning">{t(`myAccount.billing.${own ? 'missingOwn' : 'missing'}`)}</Typography>
        )}
        {party.sites.length > 0 && (
          <Typography variant="caption" color="textSecondary">
            {t('myAccount.billing.sites', { smart_count: party.sites.length, names: party.sites.join(', ') })}
          </Typography>
        )}
      </Box>
    </Box>
  );
}

function LastInvoice({ billing: { parties, lastInvoice } }: { billing: OperationBilling }) {
  const t = useT();
  const formats = useFormats();
  if (!lastInvoice)
    return parties.length > 0 ? (
      <Typography color="textSecondary">{t('myAccount.billing.noInvoice')}</Typography>
    ) : null;
  return (
    <Box>
      <Typography variant="caption" color="textSecondary" component="div">
        {t('myAccount.billing.last')}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'space-between' }}>
        <span>
          <strong>{lastInvoice.number}</strong> · {formats.dayRange(lastInvoice.periodStart, lastInvoice.periodEnd)}
        </span>
        <Typography component="span" sx={{ fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
          {formats.money(lastInvoice.amountCents)}
        </Typography>
      </Stack>
    </Box>
  );
}
