import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import type { NamedPair } from './matrix/matrix';
import type { Subscription } from './queries';
import { type Pair, pairKey } from './subscriptions';
import { usePairName } from './useSubscriptionColumns';

const namedAtMost = 6;

interface EffectNoteProps {
  pairs: readonly Pair[];
  /** How many running ones end. */
  ending: number;
  /** The subscriptions whose plan changes, when the pairs were not chosen here. */
  given: readonly (NamedPair & { plan?: Subscription['plan'] })[] | undefined;
}

/** What the form will do: how many subscriptions begin, how many running ones end. */
export function EffectNote({ pairs, ending, given }: EffectNoteProps) {
  const t = useT();
  const pairName = usePairName();
  if (pairs.length === 0) return null;
  return (
    <Alert severity="info" variant="outlined">
      <Typography sx={{ fontWeight: 600 }}>{t('subscriptions.effect.new', { smart_count: pairs.length })}</Typography>
      {ending > 0 && <Typography>{t('subscriptions.effect.closing', { smart_count: ending })}</Typography>}
      {given && (
        <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
          {given.slice(0, namedAtMost).map((one) => (
            <li key={pairKey(one)}>{one.plan ? `${pairName(one)} · ${one.plan.name}` : pairName(one)}</li>
          ))}
          {given.length > namedAtMost && (
            <li>{t('subscriptions.effect.more', { smart_count: given.length - namedAtMost })}</li>
          )}
        </Box>
      )}
    </Alert>
  );
}
