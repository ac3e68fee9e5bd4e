import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { Link } from 'react-router';
import { useOperation } from '../../api/operations';
import { LinkedText } from '../../design/LinkedText';

export type Unpriced = Schemas['UnpricedEnergy'];
type Pair = Schemas['UnpricedPair'];

/** Where each cause is mended. */
const tabOf: Record<Pair['reason'], string> = {
  CLIENT_MISSING: 'clients',
  ISSUER_MISSING: 'issuers',
  NOT_SUBSCRIBED: 'subscriptions',
  SUBSCRIPTION_OVER: 'subscriptions',
  SUBSCRIPTION_LATER: 'subscriptions',
};

/** So many pairs are named at once; the rest at a click. */
const namedAtMost = 5;

/** Energy that nobody is billed for, pair by pair with its cause, and where to mend it. */
export function UnpricedEnergy({ unpriced }: { unpriced: Unpriced }) {
  const t = useT();
  const formats = useFormats();
  const { id } = useOperation();
  const [all, setAll] = useState(false);
  const named = all ? unpriced.pairs : unpriced.pairs.slice(0, namedAtMost);
  const tabs = [...new Set(unpriced.pairs.map(({ reason }) => tabOf[reason]))];
  return (
    <Alert severity="warning" variant="outlined" role="region" aria-label={t('billRuns.unpriced.label')}>
      <AlertTitle>
        {t('billRuns.unpriced.title', {
          energy: formats.energy(unpriced.energyMilliWh),
          smart_count: unpriced.pairsNumber,
        })}
      </AlertTitle>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {named.map((pair) => (
          <Box component="li" key={`${pair.consumerId} ${pair.producerId}`} sx={{ py: 0.25, overflowWrap: 'anywhere' }}>
            <Typography component="span" sx={{ fontWeight: 600 }}>
              {formats.energy(pair.energyMilliWh)}
            </Typography>{' '}
            <LinkedText
              text={t('billRuns.unpriced.pair', { consumer: pair.consumerName, producer: pair.producerName })}
              names={[
                { thing: 'site', id: pair.consumerId, name: pair.consumerName },
                { thing: 'site', id: pair.producerId, name: pair.producerName },
              ]}
            />
            <Typography variant="caption" component="p" color="textSecondary">
              {formats.dayRange(pair.periodStart, pair.periodEnd)} · {t(`enums.UnpricedReason.${pair.reason}`)}
            </Typography>
          </Box>
        ))}
      </Box>
      {unpriced.pairs.length > named.length && (
        <Button size="small" onClick={() => setAll(true)}>
          {t('billRuns.aboutMore', { smart_count: unpriced.pairs.length - named.length })}
        </Button>
      )}
      <Stack direction="row" sx={{ gap: 1, mt: 1, flexWrap: 'wrap' }} className="no-print">
        {tabs.map((tab) => (
          <Button
            key={tab}
            component={Link}
            to={`/pmo/operations/${id}/billing/subscriptions?tab=${tab}`}
            size="small"
            variant="outlined"
            color="inherit"
          >
            {t(`billRuns.unpriced.go.${tab as 'clients' | 'issuers' | 'subscriptions'}`)}
          </Button>
        ))}
      </Stack>
    </Alert>
  );
}
